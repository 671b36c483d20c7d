import type { ReactElement } from 'react';
import { Small } from './frame.tsx';

/** What was paid and to whom, below the mail's content. */
export function Paid({ receipt, seller }: { receipt: string | undefined; seller: string | null }): ReactElement | null {
  if (receipt === undefined) return null;
  return (
    <>
      <Small>{receipt}.</Small>
      <SoldBy seller={seller} />
    </>
  );
}

export function SoldBy({ seller }: { seller: string | null }): ReactElement | null {
  return seller === null ? null : <Small>Sold by {seller}.</Small>;
}
