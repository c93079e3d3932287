import { storeEndpoints } from '#contract/store.ts'
import type { Context } from '#server/context.ts'
import { Redirect, type RouteBinder } from '#server/http/route.ts'
import { sendFile } from '#server/http/send-file.ts'
import { sendImage } from '#server/http/send-image.ts'
import { createDownloadLink, openDownload } from './downloads-service.ts'
import { openProductFile } from './files-service.ts'
import { productImages } from './images-service.ts'
import { changeProduct, createProduct } from './products-edit-service.ts'
import { readAllProducts, readProducts, togglePublish } from './products-service.ts'

export function storeRoutes(route: RouteBinder, context: Context): void {
  route(storeEndpoints.listProducts, ({ viewer }) => readProducts(context, viewer))
  route(storeEndpoints.productImage, async ({ params: { name }, request, reply }) =>
    sendImage(await productImages.open(context, name), { name, request, reply }),
  )
  bindDownloads(route, context)
  bindAdministration(route, context)
}

function bindDownloads(route: RouteBinder, context: Context): void {
  route(
    storeEndpoints.download,
    async ({ viewer, params }) =>
      new Redirect(await createDownloadLink(context, viewer, params.id), 302),
  )
  route(storeEndpoints.file, async ({ viewer, params, request, reply }) =>
    sendFile(await openDownload(context, viewer, params.token), { request, reply }),
  )
}

function bindAdministration(route: RouteBinder, context: Context): void {
  route(storeEndpoints.listAllProducts, () => readAllProducts(context))
  route(storeEndpoints.createProduct, ({ viewer, fields, files }) =>
    createProduct(context, viewer, {
      fields,
      image: files.imageUrl,
      file: files.digitalFileUrl,
    }),
  )
  route(storeEndpoints.updateProduct, ({ viewer, params, fields, files }) =>
    changeProduct(context, viewer, {
      productId: params.id,
      fields,
      image: files.imageUrl,
      file: files.digitalFileUrl,
    }),
  )
  route(storeEndpoints.togglePublish, ({ viewer, params, body }) =>
    togglePublish(context, viewer, { productId: params.id, isDeleted: body.isDeleted }),
  )
  route(storeEndpoints.productFile, async ({ params, request, reply }) =>
    sendFile(await openProductFile(context, params.id, { as: 'inline' }), { request, reply }),
  )
}
