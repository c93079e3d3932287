import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AdminProduct } from '#contract/shop.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useKeptImage } from '#web/features/admin/kit/use-kept-image.ts'
import { failureToast } from '#web/features/admin/products/product-labels.ts'
import {
  becomesFree,
  draftOfProduct,
  isSameDraft,
  newProduct,
  ProductDraft,
  ProductValues,
  productDraftKey,
  type Submission,
} from '#web/features/admin/products/product-values.ts'
import {
  adminProductsQuery,
  refreshProducts,
  saveProduct,
} from '#web/features/admin/products/queries.ts'
import { ApiError } from '#web/lib/api.ts'
import { readDraft } from '#web/lib/drafts.ts'
import type { Shape } from '#web/lib/shape.ts'
import { type ServerForm, useServerForm } from '#web/lib/use-server-form.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'

type Fields = Submission['fields']

export type ProductFormReturn = UseFormReturn<ProductDraft, unknown, Fields>

/** A file of a form. */
export interface FileState {
  /** The selected file, which replaces the stored one. */
  file: File | null
  /** Null clears the selection. */
  choose: (file: File | null) => void
  /** Why the form was refused with this file. */
  error: string | undefined
  input: RefObject<HTMLInputElement | null>
}

export interface DigitalFileState extends FileState {
  /** Whether the next save removes the stored file. */
  isRemoved: boolean
  remove: (isRemoved: boolean) => void
}

export interface ProductFormState
  extends Pick<
    ServerForm<ProductDraft, Fields>,
    'form' | 'submit' | 'isDirty' | 'isSaving' | 'isCanceled' | 'error'
  > {
  image: FileState
  digitalFile: DigitalFileState
  /** Share of the files that is uploaded, 0 to 1; undefined when none are uploading. */
  sent: number | undefined
  /** Stops the upload. Nothing is saved, and the form stays as it is. */
  cancelUpload: () => void
  /** Whether the form started with a saved draft instead of the stored product. */
  isRestored: boolean
  /** Saves a new product that isn't for sale yet. */
  saveDraft: () => void
  /** Whether the form asks to confirm that the product becomes free. */
  isAskingFree: boolean
  answerFree: (isFree: boolean) => void
  /** Discards the draft and resets to the stored product, or to an empty form for a new one. */
  forget: () => void
}

/**
 * The form of a product. Its text and image are kept on this device until they are saved. A digital
 * file may be too large for that, so it is lost when the page is left, which also stops an upload.
 */
export function useProductForm(
  product: AdminProduct | undefined,
  onSaved: () => void,
): ProductFormState {
  const draftKey = productDraftKey(useMember().id, product?.id)
  const client = useQueryClient()
  const [{ stored, schema }] = useState(() => startOf(product, client))
  const { image, digitalFile, ...files } = useProductFiles(draftKey)
  const upload = useUpload()
  const { form, send, undo, ...saving } = useServerForm<ProductDraft, Fields, AdminProduct>({
    initial: stored,
    values: ProductValues,
    draft: { key: draftKey, schema, isEmpty: (draft) => isSameDraft(draft, stored) },
    save: (fields) => {
      files.clearErrors()
      const submission = files.submissionOf(fields)
      return saveProduct({ id: product?.id, submission, ...upload.start(submission) })
    },
    done: (_saved, { isDeleted }) =>
      isDeleted ? 'Draft saved' : `Product ${product ? 'updated' : 'created'} successfully`,
    failed: (error) => failureToast(error, product ? 'update' : 'create'),
    onSaved: () => {
      forget()
      onSaved()
    },
    onFailed: files.showErrors,
    refresh: refreshProducts,
  })
  const [isRestored, setIsRestored] = useStoredState(
    () => readDraft(draftKey, schema) !== undefined,
    false,
  )
  const forget = (): void => {
    files.clear()
    undo()
    setIsRestored(false)
  }
  const free = useFreeQuestion(product, send)
  const saveDraft = form.handleSubmit((fields) => send({ ...fields, isDeleted: 'true' }))
  return {
    ...saving,
    form,
    image,
    digitalFile,
    sent: saving.isSaving ? upload.sent : undefined,
    cancelUpload: upload.cancel,
    isRestored,
    submit: (event) => void form.handleSubmit(free.askOrSend)(event),
    saveDraft: () => void saveDraft(),
    isAskingFree: free.isAsking,
    answerFree: free.answer,
    forget,
  }
}

interface FreeQuestion {
  askOrSend: (fields: Fields) => void
  isAsking: boolean
  answer: (isFree: boolean) => void
}

/** Asks before a product that had a price becomes free. */
function useFreeQuestion(
  product: AdminProduct | undefined,
  send: (fields: Fields) => void,
): FreeQuestion {
  const [asked, setAsked] = useState<Fields>()
  return {
    askOrSend: (fields) => (becomesFree(product, fields) ? setAsked(fields) : send(fields)),
    isAsking: asked !== undefined,
    answer: (isFree) => {
      setAsked(undefined)
      if (isFree && asked) send({ ...asked, isFree: 'true' })
    },
  }
}

interface Upload {
  sent: number | undefined
  start: (submission: Submission) => { signal: AbortSignal; onProgress: (sent: number) => void }
  cancel: () => void
}

/** The progress of an upload, which can be canceled. Leaving the form also stops it. */
function useUpload(): Upload {
  const [sent, setSent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  return {
    sent,
    start: ({ image, file }) => {
      const hasFiles = image !== null || file !== null
      const controller = new AbortController()
      sending.current = controller
      setSent(hasFiles ? 0 : undefined)
      return {
        signal: controller.signal,
        onProgress: (share) => (hasFiles ? setSent(share) : undefined),
      }
    },
    cancel: () => sending.current?.abort(),
  }
}

interface FormStart {
  /** The values of an untouched form. */
  stored: ProductDraft
  schema: Shape<ProductDraft>
}

function startOf(product: AdminProduct | undefined, client: QueryClient): FormStart {
  // The product may have been sold since the draft was saved, which fixes its type.
  const fixed = product && !product.mayChangeType && { productType: product.productType }
  return {
    stored: product
      ? draftOfProduct(product)
      : newProduct(client.getQueryData(adminProductsQuery.queryKey) ?? []),
    schema: ProductDraft.transform((draft) => ({ ...draft, ...fixed })),
  }
}

interface ProductFiles {
  image: FileState
  digitalFile: DigitalFileState
  /** The values that are sent with these fields. */
  submissionOf: (fields: Fields) => Submission
  clear: () => void
  showErrors: (error: Error) => void
  clearErrors: () => void
}

function useProductFiles(draftKey: string): ProductFiles {
  const kept = useKeptImage(draftKey)
  const [file, setFile] = useState<File | null>(null)
  const [isRemoved, setIsRemoved] = useState(false)
  const [errors, setErrors] = useState<{ image?: string | undefined; file?: string | undefined }>(
    {},
  )
  const imageInput = useRef<HTMLInputElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const clearErrors = (): void => setErrors({})
  return {
    image: {
      file: kept.file,
      choose: (chosen) => {
        setErrors({ ...errors, image: undefined })
        kept.choose(chosen)
      },
      error: errors.image,
      input: imageInput,
    },
    digitalFile: {
      file,
      choose: (chosen) => {
        setErrors({ ...errors, file: undefined })
        setFile(chosen)
      },
      isRemoved,
      remove: setIsRemoved,
      error: errors.file,
      input: fileInput,
    },
    submissionOf: (fields) => ({
      fields: { ...fields, hasDigitalFile: file ? 'true' : isRemoved ? 'false' : undefined },
      image: kept.file,
      file,
    }),
    clear: () => {
      kept.choose(null)
      setFile(null)
      setIsRemoved(false)
      clearErrors()
      if (imageInput.current) imageInput.current.value = ''
      if (fileInput.current) fileInput.current.value = ''
    },
    showErrors: (error) => {
      if (!(error instanceof ApiError)) return
      const { imageUrl, digitalFileUrl, hasDigitalFile } = error.fields
      setErrors({ image: imageUrl, file: digitalFileUrl ?? hasDigitalFile })
      if (imageUrl) imageInput.current?.focus()
      else if (digitalFileUrl ?? hasDigitalFile) fileInput.current?.focus()
    },
    clearErrors,
  }
}
