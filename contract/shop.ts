import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import {
  DateRange,
  Id,
  IdParams,
  Instant,
  optionalLine,
  PageQuery,
  requiredLine,
  requiredText,
  SearchText,
  wholeNumber,
} from './fields.ts'

export const SHOP_LIMITS = {
  title: 150,
  /** Characters of rich text. */
  description: 20_000,
  imageBytes: 10 * 1024 * 1024,
  fileBytes: 500 * 1024 * 1024,
  /** Cents. */
  maxPrice: 99_999_999,
  /** Products that can be put in order at once. */
  ordered: 1_000,
  /** Minutes for which a link to a file works. */
  linkMinutes: 5,
  /** Days that a subscription whose renewal failed keeps its access. */
  pastDueDays: 7,
} as const

/** The membership for live coaching (both documents, section 9), unless a setting names another. */
export const MEMBERSHIP_PRODUCT_ID = 10

export const ProductType = z.enum(['one_time', 'subscription'], 'Choose a product type.')
export type ProductType = z.infer<typeof ProductType>

/** The extensions of digital files. A file's type is read from its bytes. */
export const DIGITAL_FILE_ENDINGS = ['.pdf', '.zip', '.mp3', '.mp4'] as const

/** An amount in the site's currency as a decimal string, `12.50`. */
export const Money = z.string().regex(/^\d+\.\d{2}$/)

export const Product = z.object({
  id: z.int(),
  title: z.string(),
  /** Sanitized rich text. */
  description: z.string(),
  price: Money,
  productType: ProductType,
  imageUrl: z.string().nullable(),
  hasDigitalFile: z.boolean(),
  /** Whether its buyers get into the live room. */
  isMembership: z.boolean(),
  displayOrder: z.int(),
  /** Unpublished: not for sale, and shown only to administrators. */
  isDeleted: z.boolean(),
  /**
   * The caller's own: `active` if owned or renewing, `canceled` until it runs out, `on_hold` if it
   * renews but gives no access now, or null.
   */
  purchaseStatus: z.enum(['active', 'canceled', 'on_hold']).nullable(),
  /** The caller's purchase that gives access now. */
  purchaseId: z.int().nullable(),
})
export type Product = z.infer<typeof Product>

export const AdminProduct = Product.omit({ purchaseId: true }).extend({
  /** Always null in this list; the store shows what an administrator has bought. */
  purchaseStatus: z.null(),
  /** Where an administrator can open the file. */
  digitalFileUrl: z.string().nullable(),
  digitalFileName: z.string().nullable(),
  /** Bytes. */
  digitalFileSize: z.number().nullable(),
  /** How many purchases give access now. */
  ownerCount: z.int(),
  /** Whether nobody has ever bought it or is about to. */
  mayChangeType: z.boolean(),
  /** Whether it has a file that no buyer has, is about to get, or may get back. */
  mayRemoveFile: z.boolean(),
  /** Changes whenever an administrator changes the product. */
  version: z.string(),
})
export type AdminProduct = z.infer<typeof AdminProduct>

/**
 * Of a subscription. `on_hold`: it renews but gives no access now, because its payment is disputed
 * or refunded, or it is paused at the provider.
 */
export const PurchaseStatus = z.enum(['active', 'canceled', 'past_due', 'on_hold'])
export type PurchaseStatus = z.infer<typeof PurchaseStatus>

export const Purchase = z.object({
  id: z.int(),
  productId: z.int(),
  productType: ProductType,
  title: z.string(),
  imageUrl: z.string().nullable(),
  /** The amount paid, or paid each month. */
  price: Money,
  purchaseDate: Instant,
  /** Null for a one-time product. */
  status: PurchaseStatus.nullable(),
  /** Until when a subscription gives access, extended by each payment; otherwise null. */
  accessUntil: Instant.nullable(),
  /** Whether it gives access now. */
  hasAccess: z.boolean(),
  /** Whether the payment was refunded. */
  isRefunded: z.boolean(),
  /** In plain words, why it gives less than what was bought; null if there is nothing to explain. */
  note: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  hasDigitalFile: z.boolean(),
  /** Serves its buyer only; null without a file or without access. */
  digitalFileUrl: z.string().nullable(),
  hasReceipt: z.boolean(),
  /** Whether the provider has a page where the member can change the card and find invoices. */
  hasBillingPage: z.boolean(),
  canCancel: z.boolean(),
  /** Canceled but still running: it can continue without a charge. */
  canResume: z.boolean(),
  /** Expired: it can be bought again. */
  canRenew: z.boolean(),
})
export type Purchase = z.infer<typeof Purchase>

/** The state of a checkout, as the provider reports it. */
export const CheckoutStatus = z.enum(['confirming', 'complete', 'failed', 'expired'])
export type CheckoutStatus = z.infer<typeof CheckoutStatus>

/** The result of 'Missing a purchase?'. */
export const PaymentCheck = z.object({
  /** In plain words, one sentence for each thing that was found. */
  findings: z.array(z.string()),
  /** How many purchases were corrected. */
  mended: z.int(),
})
export type PaymentCheck = z.infer<typeof PaymentCheck>

/** A payment as bookkeeping needs it. It shows an email address and never a pseudonym. */
export const Order = z.object({
  id: z.int(),
  /** The buyer's address; null if the account was deleted. */
  email: z.string().nullable(),
  productId: z.int().nullable(),
  title: z.string(),
  productType: ProductType,
  amount: Money,
  refunded: Money,
  status: z.enum(['paid', 'failed', 'refunded', 'partly_refunded', 'disputed']),
  paidAt: Instant,
  /** The provider's ids of the payment and of its subscription, to look them up there. */
  paymentId: z.string(),
  subscriptionId: z.string().nullable(),
  /** The effects of a refund; null for a payment that can't be refunded here. */
  refund: z
    .object({
      /** The rest of the payment. */
      amount: Money,
      /** Whether the payment gives the buyer access, which they would lose. */
      endsAccess: z.boolean(),
      /** Whether its subscription is still running. */
      isSubscribed: z.boolean(),
    })
    .nullable(),
})
export type Order = z.infer<typeof Order>

/** Which payments; `q` searches emails, products and payment ids. */
export const OrderFilter = DateRange.extend({ q: SearchText.optional() })
export type OrderFilter = z.infer<typeof OrderFilter>

export const Subscriber = z.object({
  purchaseId: z.int(),
  email: z.string().nullable(),
  productId: z.int(),
  title: z.string(),
  price: Money,
  /** `on_hold`: it renews but gives no access now, as after a dispute or a refund. */
  state: z.enum(['active', 'canceled', 'past_due', 'paused', 'on_hold', 'ended']),
  startedAt: Instant,
  /** When it renews next; null if it will not. */
  nextPaymentAt: Instant.nullable(),
  accessUntil: Instant.nullable(),
  subscriptionId: z.string(),
})
export type Subscriber = z.infer<typeof Subscriber>

/** One month of the community's calendar. */
export const RevenueMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Payments minus refunds. */
  amount: Money,
  payments: z.int(),
  /** Subscriptions that were running at the start of the month, began in it, and ended in it. */
  subscribersAtStart: z.int(),
  newSubscribers: z.int(),
  endedSubscribers: z.int(),
})
export type RevenueMonth = z.infer<typeof RevenueMonth>

export const PaymentsHealth = z.object({
  provider: z.enum(['till', 'stripe']),
  /** The site is on the internet without a payment provider, so everything would be free. */
  sellsNothing: z.boolean(),
  /** The address to enter at the provider. */
  webhookUrl: z.string(),
  lastEventAt: Instant.nullable(),
  lastEventType: z.string().nullable(),
  lastComparedAt: Instant.nullable(),
  /** The results of the latest comparisons with the provider, newest first. */
  mismatches: z.array(
    z.object({ id: z.int(), foundAt: Instant, sentence: z.string(), isMended: z.boolean() }),
  ),
})
export type PaymentsHealth = z.infer<typeof PaymentsHealth>

const OrderNumber = wholeNumber(
  { min: -9_999, max: 9_999, outside: 'The order is a number from -9999 to 9999.' },
  'The order is a whole number.',
)
/** An empty field counts as 0. */
const DisplayOrder = z.preprocess((value) => (value === '' ? 0 : value), OrderNumber)

/** Form fields arrive as texts. */
export const ProductFields = z.object({
  title: requiredLine({
    required: 'Title is required',
    max: SHOP_LIMITS.title,
    tooLong: 'Title must be 150 characters or less',
  }),
  description: requiredText({
    required: 'Description is required',
    max: SHOP_LIMITS.description,
    tooLong: 'This description is too long.',
  }),
  price: z
    .string('Price is required')
    .trim()
    .min(1, 'Price is required')
    .regex(/^\d+(\.\d{1,2})?$/, 'Invalid price format')
    .refine((price) => Number(price) * 100 <= SHOP_LIMITS.maxPrice, 'This price is too high.'),
  productType: ProductType.default('one_time'),
  displayOrder: DisplayOrder.default(0),
  /** `false` removes the file. Uploading a file sets it to true. */
  hasDigitalFile: z.enum(['true', 'false']).optional(),
  /** The file's name for buyers. Default: the name of the uploaded file, or the title. */
  digitalFileName: optionalLine(120, 'This file name is too long.').optional(),
  /**
   * `true` if the product is meant to be free. Without it a new product with a price of 0 is a
   * draft, and a published one doesn't become free.
   */
  isFree: z.enum(['true', 'false']).optional(),
})
export type ProductFields = z.infer<typeof ProductFields>

/** A new product. */
export const NewProduct = ProductFields.extend({
  /** `true` for a draft: it isn't for sale until it is published. */
  isDeleted: z.enum(['true', 'false']).optional(),
})
export type NewProduct = z.infer<typeof NewProduct>

/** Changes of a stored product. Fields with a default stay as they are if they are left out. */
export const ProductChanges = ProductFields.extend({
  productType: ProductType.optional(),
  displayOrder: DisplayOrder.optional(),
  /** The `version` that the changes are based on. If it is no longer the latest, the answer is 409. */
  version: z.string().max(100).optional(),
})
export type ProductChanges = z.infer<typeof ProductChanges>

const productFiles = {
  imageUrl: { maxBytes: SHOP_LIMITS.imageBytes, description: 'PNG, JPEG, WebP, AVIF or GIF.' },
  digitalFileUrl: {
    maxBytes: SHOP_LIMITS.fileBytes,
    description: 'PDF, ZIP, MP3 or MP4, read from its bytes.',
  },
}

const SubscriptionParams = z.object({
  subscriptionId: z.string().regex(/^[\w-]{1,255}$/, 'No such subscription.'),
})
const RedirectUrl = z.object({ url: z.string() })

export const shopEndpoints = {
  listProducts: defineEndpoint({
    method: 'GET',
    path: '/api/products',
    who: 'any',
    summary: 'Published products by display order, then id.',
    response: z.array(Product),
    topics: ['products', 'purchases', 'settings'],
  }),
  productImage: defineEndpoint({
    method: 'GET',
    path: '/api/products/images/:name',
    who: 'any',
    summary: 'An image of a product.',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/, 'No such image.') }),
    response: 'image',
  }),
  createCheckout: defineEndpoint({
    method: 'POST',
    path: '/api/create-checkout-session',
    who: 'member',
    summary: 'Opens a checkout at the payment provider, or returns the one that is already open.',
    body: z.object({ productId: Id }),
    response: RedirectUrl,
  }),
  getCheckout: defineEndpoint({
    method: 'GET',
    path: '/api/checkouts/:id',
    who: 'member',
    summary:
      "The state of one of the caller's checkouts, for the page shown after it; 404 for anyone else's.",
    params: z.object({ id: z.uuid('We can’t find this checkout.') }),
    response: z.object({
      status: CheckoutStatus,
      title: z.string(),
      productType: ProductType,
      /** In plain words, why nothing was bought. */
      reason: z.string().nullable(),
      /** The purchase whose file the caller can download; null until there is one. */
      downloadId: z.int().nullable(),
    }),
    noStore: true,
  }),
  checkSubscription: defineEndpoint({
    method: 'GET',
    path: '/api/check-subscription',
    who: 'member',
    summary: 'Whether the caller has access to the membership, or to another subscription.',
    query: z.object({ productId: Id.optional(), userId: z.string().optional() }),
    response: z.object({ hasSubscription: z.boolean(), hasAccess: z.boolean() }),
  }),
  listPurchases: defineEndpoint({
    method: 'GET',
    path: '/api/purchases',
    who: 'member',
    summary: "The caller's purchases, newest first.",
    query: PageQuery,
    response: z.array(Purchase),
    paged: true,
    topics: ['products', 'purchases'],
    noStore: true,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/api/purchases/:id/download',
    who: 'member',
    summary: 'Redirects to a link to the file of a purchase, which works for 5 minutes.',
    params: IdParams,
    response: 'file',
    noStore: true,
  }),
  file: defineEndpoint({
    method: 'GET',
    path: '/api/downloads/:token',
    who: 'member',
    summary: 'A file for its buyer only, by a link that works for 5 minutes; ranges are supported.',
    params: z.object({ token: z.string().min(1).max(200) }),
    response: 'file',
  }),
  receipt: defineEndpoint({
    method: 'GET',
    path: '/api/purchases/:id/receipt',
    who: 'member',
    summary: 'Where the receipt of the latest payment is.',
    params: IdParams,
    response: RedirectUrl,
    noStore: true,
  }),
  checkPayments: defineEndpoint({
    method: 'POST',
    path: '/api/purchases/check',
    who: 'member',
    summary:
      "Reads the caller's payments at the provider again, corrects access and says what it found.",
    response: PaymentCheck,
  }),
  billingPortal: defineEndpoint({
    method: 'POST',
    path: '/api/billing-portal',
    who: 'member',
    summary:
      'Where the caller changes the card and finds invoices; 404 when the provider has no such page.',
    response: RedirectUrl,
  }),
  cancelSubscription: defineEndpoint({
    method: 'POST',
    path: '/api/subscriptions/:subscriptionId/cancel',
    who: 'member',
    summary: 'Cancels a subscription at the end of the paid period; a second time changes nothing.',
    params: SubscriptionParams,
    response: Purchase,
  }),
  resumeSubscription: defineEndpoint({
    method: 'POST',
    path: '/api/subscriptions/:subscriptionId/resume',
    who: 'member',
    summary: 'Resumes a canceled subscription, without a charge, before it has ended.',
    params: SubscriptionParams,
    response: Purchase,
  }),
  stripeWebhook: defineEndpoint({
    method: 'POST',
    path: '/api/webhooks/stripe',
    who: 'any',
    isSigned: true,
    summary: "The payment provider's events.",
    response: z.object({ received: z.literal(true) }),
    maxBodyBytes: 1024 * 1024,
  }),
  listAllProducts: defineEndpoint({
    method: 'GET',
    path: '/api/admin/products',
    who: 'treasurer',
    summary: 'All products, unpublished ones too, by display order, then id.',
    response: z.array(AdminProduct),
  }),
  createProduct: defineEndpoint({
    method: 'POST',
    path: '/api/admin/products',
    who: 'treasurer',
    summary: 'Adds a product: published, or a draft.',
    form: { fields: NewProduct, files: productFiles },
    response: AdminProduct,
    status: 201,
    maxBodyBytes: bodyBytesFor(SHOP_LIMITS.description),
  }),
  updateProduct: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/products/:id',
    who: 'treasurer',
    summary:
      'Changes a product. A type, an order and files that are left out stay as they are; a new price applies to new buyers. 409 with the `newer` product if it has changed since `version`.',
    params: IdParams,
    form: { fields: ProductChanges, files: productFiles },
    response: AdminProduct,
    maxBodyBytes: bodyBytesFor(SHOP_LIMITS.description),
  }),
  orderProducts: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/products/order',
    who: 'treasurer',
    summary: 'Puts all products in this order; 409 if there are others by now.',
    body: z.object({
      ids: z.array(Id).min(1, 'Name all products.').max(SHOP_LIMITS.ordered, 'Too many products.'),
    }),
    response: z.array(AdminProduct),
  }),
  togglePublish: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/products/:id/toggle-publish',
    who: 'treasurer',
    summary:
      'Unpublishes a product or publishes it again; buyers keep what they have. With `isDeleted`, 409 if it already has that value.',
    params: IdParams,
    body: z.object({ isDeleted: z.boolean('Choose whether it is for sale.').optional() }),
    response: AdminProduct,
  }),
  productFile: defineEndpoint({
    method: 'GET',
    path: '/api/admin/products/:id/file',
    who: 'treasurer',
    summary: "A product's digital file; ranges are supported.",
    params: IdParams,
    response: 'file',
  }),
  listOrders: defineEndpoint({
    method: 'GET',
    path: '/api/admin/orders',
    who: 'treasurer',
    stepUp: true,
    summary: 'Payments, newest first. The audit log records each call.',
    query: PageQuery.extend(OrderFilter.shape),
    response: z.array(Order),
    paged: true,
    noStore: true,
  }),
  exportOrders: defineEndpoint({
    method: 'GET',
    path: '/api/admin/orders/export',
    who: 'treasurer',
    stepUp: true,
    summary: 'Payments as a CSV file, newest first. The audit log records each export.',
    query: OrderFilter,
    response: 'file',
    noStore: true,
  }),
  refundOrder: defineEndpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refund',
    who: 'treasurer',
    stepUp: true,
    summary:
      'Refunds what is left of a payment through the provider; 409 for one that can’t be refunded.',
    params: IdParams,
    body: z.object({
      /** Whether its subscription ends as well, right away. */
      endsSubscription: z.boolean('Choose whether the subscription ends.').default(false),
    }),
    response: Order,
  }),
  listSubscribers: defineEndpoint({
    method: 'GET',
    path: '/api/admin/subscribers',
    who: 'treasurer',
    stepUp: true,
    summary: 'Subscriptions, those that give access first, then the newest.',
    query: PageQuery,
    response: z.array(Subscriber),
    paged: true,
    noStore: true,
  }),
  endSubscription: defineEndpoint({
    method: 'POST',
    path: '/api/admin/subscribers/:id/end',
    who: 'treasurer',
    stepUp: true,
    summary: 'Ends a subscription at the end of the paid period; a second time changes nothing.',
    params: IdParams,
    response: null,
  }),
  revenue: defineEndpoint({
    method: 'GET',
    path: '/api/admin/revenue',
    who: 'treasurer',
    summary: 'Revenue and subscribers of the last twelve months, oldest first.',
    response: z.array(RevenueMonth),
  }),
  paymentsHealth: defineEndpoint({
    method: 'GET',
    path: '/api/admin/payments-health',
    who: 'treasurer',
    summary: "Whether the provider's events arrive, and what the daily comparison found.",
    response: PaymentsHealth,
  }),
  comparePayments: defineEndpoint({
    method: 'POST',
    path: '/api/admin/payments-health/compare',
    who: 'treasurer',
    summary:
      'Compares subscriptions, open checkouts and the single payments of 180 days with the provider now, and corrects what differs.',
    response: PaymentsHealth,
  }),
}
