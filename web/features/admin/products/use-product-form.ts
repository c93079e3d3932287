import { zodResolver } from '@hookform/resolvers/zod'
import {
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AdminProduct } from '#contract/shop.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAction } from '#web/features/admin/kit/use-action.ts'
import { useKeptImage } from '#web/features/admin/kit/use-kept-image.ts'
import { failureToast } from '#web/features/admin/products/product-labels.ts'
import {
  becomesFree,
  draftOfProduct,
  EMPTY_PRODUCT,
  isSameDraft,
  ProductDraft,
  ProductValues,
  productDraftKey,
  type Submission,
} from '#web/features/admin/products/product-values.ts'
import { refreshProducts, saveProduct } from '#web/features/admin/products/queries.ts'
import { ApiError } from '#web/lib/api.ts'
import { clearDraft } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import type { Shape } from '#web/lib/shape.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'

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

export interface ProductFormState {
  form: ProductFormReturn
  image: FileState
  digitalFile: DigitalFileState
  saving: SaveProduct
  /** Whether the form started with a saved draft instead of the stored product. */
  isRestored: boolean
  submit: (event: SubmitEvent<HTMLFormElement>) => void
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
 * file may be too large for that, so it is lost when the page is left.
 */
export function useProductForm(
  product: AdminProduct | undefined,
  onSaved: () => void,
): ProductFormState {
  const draftKey = productDraftKey(useMember().id, product?.id)
  const [{ stored, schema }] = useState(() => startOf(product))
  const isStored = (draft: ProductDraft): boolean => isSameDraft(draft, stored)
  const form: ProductFormReturn = useDraftForm(
    { key: draftKey, schema, isEmpty: isStored },
    { defaultValues: stored, resolver: zodResolver(ProductValues) },
  )
  const { image, digitalFile, ...files } = useProductFiles(draftKey)
  /** Whether the form has warned that another administrator changed the product meanwhile. */
  const [isWarned, setIsWarned] = useState(false)
  const [isRestored, setIsRestored] = useState(() => !isStored(form.getValues()))
  const forget = (): void => {
    clearDraft(draftKey)
    files.clear()
    form.reset(stored)
    setIsRestored(false)
  }
  const saving = useSaveProduct(product?.id, {
    onSaved: () => {
      forget()
      onSaved()
    },
    onRefused: (error) => {
      const names = ['title', 'description', 'price', 'productType', 'displayOrder'] as const
      showFieldErrors(form, { error, names })
      files.showErrors(error)
      if (error instanceof ApiError && error.fields.version) setIsWarned(true)
    },
  })
  const [asked, setAsked] = useState<Fields>()
  const send = (fields: Fields): void => {
    files.clearErrors()
    // Saving again after the warning overwrites the newer version.
    const version = isWarned ? product?.version : fields.version
    saving.start({
      fields: { ...fields, ...(version && { version }), hasDigitalFile: fileWord(digitalFile) },
      image: image.file,
      file: digitalFile.file,
    })
  }
  const submit = form.handleSubmit((fields) =>
    becomesFree(product, fields) ? setAsked(fields) : send(fields),
  )
  const saveDraft = form.handleSubmit((fields) => send({ ...fields, isDeleted: 'true' }))
  return {
    form,
    image,
    digitalFile,
    saving,
    isRestored,
    submit: (event) => void submit(event),
    saveDraft: () => void saveDraft(),
    isAskingFree: asked !== undefined,
    answerFree: (isFree) => {
      setAsked(undefined)
      if (isFree && asked) send({ ...asked, isFree: 'true' })
    },
    forget,
  }
}

interface FormStart {
  /** The values of an untouched form. */
  stored: ProductDraft
  schema: Shape<ProductDraft>
}

function startOf(product: AdminProduct | undefined): FormStart {
  // The product may have been sold since the draft was saved, which fixes its type.
  const fixed = product && !product.mayChangeType && { productType: product.productType }
  return {
    stored: product ? draftOfProduct(product) : EMPTY_PRODUCT,
    schema: ProductDraft.transform((draft) => ({ ...draft, ...fixed })),
  }
}

function fileWord({ file, isRemoved }: DigitalFileState): 'true' | 'false' | undefined {
  if (file) return 'true'
  return isRemoved ? 'false' : undefined
}

interface ProductFiles {
  image: FileState
  digitalFile: DigitalFileState
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

export interface SaveProduct {
  start: (submission: Submission) => void
  isSaving: boolean
  /** Share of the files that is uploaded, 0 to 1; undefined when none are uploading. */
  sent: number | undefined
  /** Stops the upload. Nothing is saved, and the form stays as it is. */
  cancel: () => void
  /** Whether the last save was canceled. */
  isCanceled: boolean
  error: Error | null
}

/** The mutation key for saving a product, to check whether a save is running. */
export function saveProductKey(id: number | undefined): readonly unknown[] {
  return ['save-product', id ?? 'new']
}

/** Saves a product, and shows a toast with the outcome. Leaving the form stops the upload. */
function useSaveProduct(
  id: number | undefined,
  options: { onSaved: (product: AdminProduct) => void; onRefused: (error: Error) => void },
): SaveProduct {
  const [sent, setSent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const save = useAction({
    key: saveProductKey(id),
    call: (submission: Submission) => {
      const controller = new AbortController()
      sending.current = controller
      const hasFiles = submission.image !== null || submission.file !== null
      setSent(hasFiles ? 0 : undefined)
      const onProgress = hasFiles ? setSent : () => undefined
      return saveProduct({ id, submission, signal: controller.signal, onProgress })
    },
    done: (_product, { fields }) => {
      const done = id === undefined ? 'created' : 'updated'
      return fields.isDeleted ? 'Draft saved' : `Product ${done} successfully`
    },
    failed: (error) =>
      isAborted(error) ? undefined : failureToast(error, id === undefined ? 'create' : 'update'),
    onDone: options.onSaved,
    refresh: refreshProducts,
  })
  const refusal = isAborted(save.error) ? null : save.error
  const handleRefused = useEffectEvent(options.onRefused)
  // Fields can be focused only after they are rendered as enabled again.
  useEffect(() => {
    if (refusal) handleRefused(refusal)
  }, [refusal])
  return {
    start: save.run,
    isSaving: save.isPending,
    sent: save.isPending ? sent : undefined,
    cancel: () => sending.current?.abort(),
    isCanceled: isAborted(save.error),
    error: refusal,
  }
}

function isAborted(error: Error | null): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
