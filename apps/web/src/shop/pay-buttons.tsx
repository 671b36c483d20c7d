export interface WayToPay {
  provider: 'stripe' | 'razorpay';
  price: string;
  by: string;
}

/** One button for each way to pay; the first is the likely one. The form learns the way from the button pressed. */
export function PayButtons({ ways }: { ways: readonly WayToPay[] }) {
  return (
    <p className="pay">
      {ways.map(({ provider, price, by }, index) => (
        <button key={provider} type="submit" name="provider" value={provider} className={index === 0 ? '' : 'second'}>
          Pay {price} {by}
        </button>
      ))}
    </p>
  );
}
