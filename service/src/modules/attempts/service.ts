/**
 * An attempt is one try of a buyer to pay a link through a gateway. It is stored before the gateway hears of it, and
 * whatever happens after that, the gateway is asked how it ended: by the buyer who comes back, by the gateway's own
 * notification, and by a pass that needs neither. `starting` → `open` → `processing` → `paid` | `failed` | `closed`;
 * money that turns up after all makes every one of them `paid`.
 */
export { beginAttempt, isBeginning } from "./begin.ts";
export { amountToPay, type Checkout, findAttemptOf, findCheckout, noSuchLink } from "./checkout.ts";
export { receiveNotification, settleDue, settleForBuyer } from "./settle.ts";
