import type { Words } from '../words/en.ts';

export interface WayToPay {
  provider: 'stripe' | 'razorpay';
  price: string;
  monthly: boolean;
}

/** One button for each way to pay, with the likely one first. The button that is pressed sets the provider. */
export function PayButtons({ ways, words }: { ways: readonly WayToPay[]; words: Words }) {
  return (
    <p className="pay">
      {ways.map((way, index) => (
        <button
          key={way.provider}
          type="submit"
          name="provider"
          value={way.provider}
          className={index === 0 ? '' : 'second'}
        >
          {words.shop.pay[way.provider](priceText(way, words))}
        </button>
      ))}
    </p>
  );
}

export function priceText({ price, monthly }: Pick<WayToPay, 'price' | 'monthly'>, words: Words): string {
  return monthly ? words.shop.aMonth(price) : price;
}
