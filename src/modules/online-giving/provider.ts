/**
 * What a payment provider is: one file in providers/ that says which settings it needs, how a checkout is begun, what its
 * callbacks mean and how it is asked what became of a payment. Amounts are minor units as ISO 4217 counts them; what a
 * provider counts in another way is converted in its file.
 */
import type { Account, AccountSettings } from '../../account-settings.ts'
import type { Network } from '../../outgoing/request.ts'
import type { PublicRequest } from '../../public-routes/public-route.ts'
import type { Books, PayoutHappening, ToldPayout } from './payout.ts'

/** A gift as a provider is told of it. */
export interface PayableGift {
  /** Ours: unique, unguessable; the provider hands it back. */
  reference: string
  amount: number
  currency: string
  donor_name: string
  donor_email: string
  /** What the giver reads on the checkout: church and fund. */
  description: string
  /** True where the payment is to be repeated later without the giver, who has agreed to that (`mandate`). */
  saves?: boolean
}

/** What a provider keeps of a payment so that it can be repeated. */
export interface Mandate {
  /** The provider's name of the payer. */
  customer_ref: string
  /** What is charged. A secret. */
  token: string
  kind: 'card' | 'direct_debit' | 'mobile_money'
  brand: string | null
  last4: string | null
  /** The last day on which it may be used, `YYYY-MM-DD`. */
  expires_on: string | null
}

/** What came of charging a mandate, or of looking for the charge. */
export interface Charged {
  /** `none`: the provider plainly knows no charge of this reference. */
  state: PaymentState | { status: 'none' }
  /** The provider's name of the payment, by which it can be asked after. */
  provider_ref: string | null
}

/**
 * Why a charge was declined. `soft`: it may be tried again on another day. `hard`: not with this mandate. `giver`: the bank wants
 * to hear from the giver. `revoked`: they told it that this church charges them no more.
 */
export type Decline = 'soft' | 'hard' | 'giver' | 'revoked'

/** Where the provider sends the giver. */
export interface CheckoutAddresses {
  /** After the payment, whatever came of it. */
  thanks: string
  /** When the giver turns back. */
  form: string
  /** The page that stands in for a checkout (development). */
  test: string
}

/** A checkout that the giver can be sent to. */
export interface Checkout {
  url: string
  /** The provider's name for it. */
  provider_ref: string
}

/**
 * `refused`: the provider said no to this gift. `account`: to every gift, such as for a wrong key. `unavailable`: it was
 * surely not begun. `unknown`: it may have been.
 */
type NoCheckoutKind = 'refused' | 'account' | 'unavailable' | 'unknown'

/** The checkout was not begun, or nobody knows whether it was. */
export class NoCheckout extends Error {
  readonly kind: NoCheckoutKind
  /** What the giver can mend. */
  readonly field: 'amount' | 'email' | undefined

  /** @param message what the provider said, one line; never a secret */
  constructor(kind: NoCheckoutKind, message: string, field?: 'amount' | 'email') {
    super(message)
    this.kind = kind
    this.field = field
  }
}

/** What became of a payment. */
export type PaymentState =
  /** Not paid, and it still may be. */
  | { status: 'pending' }
  /** The giver has done their part and the money is on its way, which may take days (bank debits, transfers). */
  | { status: 'processing' }
  /** The provider does not know it, though it once told us of its checkout: another account's key, perhaps. */
  | { status: 'unknown' }
  /** Not paid, and it no longer can be. */
  | { status: 'expired' }
  | {
      status: 'failed'
      error: string
      method: string | null
      /** True where no checkout was begun, so that nothing can come of it any more. */
      final?: boolean
      /** Of the charge of a mandate. */
      decline?: Decline
    }
  | {
      status: 'succeeded'
      /** The provider's name of the payment. */
      payment_id: string
      /** What was paid; not a whole number where the currency cannot say it. */
      amount: number
      currency: string
      fee: number | null
      /** `card`, `bank_transfer` and so on, as the provider says. */
      method: string | null
      /** When it was paid, ISO 8601; null where the provider does not say. */
      paid_at: string | null
      /** True where no money moved. */
      is_test: boolean
    }

/** A payment that was made. */
export type Succeeded = Extract<PaymentState, { status: 'succeeded' }>

/** What a callback tells of one gift. */
export interface PaymentHappening {
  reference: string
  /** The provider's name of it, by which it can be asked after where ours is not known yet. */
  provider_ref?: string
  state: PaymentState
}

/** A payment as what is told of it later names it: by our reference of the gift, the provider's name of the payment, or both. */
export interface PaymentName {
  reference?: string
  payment_id?: string
}

/** Money that goes back, as the provider tells of it; also what was asked for in its own dashboard. */
export interface ToldRefund {
  /** The provider's name for it. */
  provider_refund_id: string
  /** Ours, where it was asked for here; null where it surely was not; undefined where the provider cannot tell. */
  reference?: string | null | undefined
  amount: number
  currency: string
  /** `pending`: it is on its way, which may take days. Even one that succeeded may fail later. */
  status: 'pending' | 'succeeded' | 'failed'
  error: string | null
  /** When it was asked for, ISO 8601; null where the provider does not say. */
  made_at: string | null
}

/** A refund that is asked for. */
export interface AskedRefund {
  /** Ours: unique; the provider is handed it, so that the refund can be found again. */
  reference: string
  payment_id: string
  amount: number
  currency: string
}

/** The refund was not begun, or nobody knows whether it was; kinds as of `NoCheckout`. */
export class NoRefund extends Error {
  readonly kind: NoCheckoutKind

  /** @param message what the provider said, one line; never a secret */
  constructor(kind: NoCheckoutKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** A giver's bank asks for the money back. */
export interface ToldDispute {
  /** The provider's name for it. */
  dispute_id: string
  status: 'open' | 'won' | 'lost'
  /** What is asked for back. */
  amount: number
  currency: string
  /** Until when the church has to answer, ISO 8601; null where the provider does not say. */
  respond_by: string | null
  /** When it said so, ISO 8601; null where it does not say. */
  told_at: string | null
}

/** What a callback tells of a refund; without one, that the payment's refunds are to be looked at. */
export interface RefundHappening {
  refund_of: PaymentName
  told?: ToldRefund
}

export interface DisputeHappening {
  dispute_of: PaymentName
  dispute: ToldDispute
}

export type Happening = PaymentHappening | RefundHappening | DisputeHappening | PayoutHappening

/** A callback that is not the provider's, or not for this account. Answered with 403 and nothing more. */
export class Unverified extends Error {}

/** What a question about a payment needs to name it. */
export interface AskedGift {
  reference: string
  /** Null where the checkout's answer was lost. */
  provider_ref: string | null
  /** True for the charge of a mandate: no giver is there who could still go on with it. */
  charged?: boolean
}

/** A charge that the provider may have been told of. */
export interface SentCharge extends AskedGift {
  /** Before it was told, ISO 8601. */
  begun_at: string
}

export interface PaymentProvider {
  /** As it is named in commands: `stripe`. */
  name: string
  title: string
  settings: AccountSettings
  /** True where it calls back: the church has to enter an address there. */
  callsBack: boolean
  /** True where a checkout that is begun again with the same reference is the same checkout. */
  repeatable: boolean
  /** True for an account that takes test payments: no money moves. */
  isTest(account: Account): boolean
  /** @returns what is wrong with a currency, as "cannot take NGN", or undefined */
  checkCurrency?(currency: string): string | undefined
  /** @returns how many decimals it takes at most, where an amount has more; undefined for one that it takes */
  checkAmount?(amount: number, currency: string): number | undefined
  /**
   * Begins a checkout.
   * @throws NoCheckout
   */
  checkout(gift: PayableGift, account: Account, network: Network, addresses: CheckoutAddresses): Promise<Checkout>
  /**
   * Verifies and reads a callback; what does not concern gifts is no happening.
   * @throws Unverified
   */
  receive?(request: PublicRequest, account: Account): readonly Happening[]
  /**
   * Asks what became of a payment. Absent where there is nobody to ask.
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used
   */
  look?(gift: AskedGift, account: Account, network: Network): Promise<PaymentState>
  /**
   * Gives money back. Where the provider is `repeatable`, one that is asked for again with the same reference is the same refund.
   * @throws NoRefund
   */
  refund?(asked: AskedRefund, account: Account, network: Network): Promise<ToldRefund>
  /**
   * All refunds of a payment, whoever asked for them. Absent where there is nobody to ask.
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used
   */
  refunds?(payment_id: string, account: Account, network: Network): Promise<readonly ToldRefund[]>
  /**
   * What of a payment may be charged again: the provider is asked about one that succeeded. Absent where nothing can be.
   * @returns undefined where this payment cannot be repeated
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used
   */
  mandate?(gift: AskedGift, account: Account, network: Network): Promise<Mandate | undefined>
  /**
   * Charges a mandate. The same reference is the same charge, however often it is sent.
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used: it may have been charged, unless the NoAnswer says that
   *   nothing arrived; `NotAllowed` where the account is refused, so that surely nothing was charged
   */
  charge?(gift: PayableGift, mandate: Mandate, account: Account, network: Network): Promise<Charged>
  /**
   * Looks for a charge by our reference.
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used: `NotAllowed` where the account is refused
   */
  findCharge?(gift: SentCharge, mandate: Mandate, account: Account, network: Network): Promise<Charged>
  /**
   * What it paid out since a day, and what failed since. Absent where there is nobody to ask.
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used: `NotAllowed` where the key may not read it
   */
  payouts?(since: string, account: Account, network: Network, books: Books): AsyncIterable<ToldPayout>
  /** What to change at the provider where the key may not read payouts; shown to administrators. */
  payoutRights?: string
  /**
   * Asks whether the account's key is good, by what costs nothing. Absent where there is nobody to ask.
   * @returns what the key may not do, in a sentence, or undefined
   * @throws NoAnswer, or ProviderFault saying what is wrong
   */
  check?(account: Account, network: Network): Promise<string | undefined>
}

/** A provider's answer that says nothing of the payment: a wrong key, a fault on its side. One line, never a secret. */
export class ProviderFault extends Error {}

/** The account is refused: its key is wrong, or may not do what was asked for. Nothing was done. */
export class NotAllowed extends ProviderFault {}
