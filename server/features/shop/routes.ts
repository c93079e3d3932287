import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { Redirect, type RouteBinder } from '#server/http/route.ts'
import { sendFile } from '#server/http/send-file.ts'
import { sendImage } from '#server/http/send-image.ts'
import { changeProduct, createProduct } from './products/edit.ts'
import { createDownloadLink, openDownload, openProductFile } from './products/files.ts'
import { productImages } from './products/images.ts'
import { orderProducts, readAllProducts, readProducts, togglePublish } from './products/service.ts'

export function shopRoutes(route: RouteBinder, context: Context): void {
  route(shopEndpoints.listProducts, ({ viewer }) => readProducts(context, viewer))
  route(shopEndpoints.productImage, async ({ params: { name }, request, reply }) =>
    sendImage(await productImages.open(context, name), { name, request, reply }),
  )
  bindDownloads(route, context)
  bindAdministration(route, context)
}

function bindDownloads(route: RouteBinder, context: Context): void {
  route(
    shopEndpoints.download,
    async ({ viewer, params }) =>
      new Redirect(await createDownloadLink(context, viewer, params.id), 302),
  )
  route(shopEndpoints.file, async ({ viewer, params, request, reply }) =>
    sendFile(await openDownload(context, viewer, params.token), { request, reply }),
  )
}

function bindAdministration(route: RouteBinder, context: Context): void {
  route(shopEndpoints.listAllProducts, () => readAllProducts(context))
  route(shopEndpoints.createProduct, ({ viewer, fields, files }) =>
    createProduct(context, viewer, {
      fields,
      image: files.imageUrl,
      file: files.digitalFileUrl,
    }),
  )
  route(shopEndpoints.updateProduct, ({ viewer, params, fields, files }) =>
    changeProduct(context, viewer, {
      productId: params.id,
      fields,
      image: files.imageUrl,
      file: files.digitalFileUrl,
    }),
  )
  route(shopEndpoints.orderProducts, ({ viewer, body }) => orderProducts(context, viewer, body.ids))
  route(shopEndpoints.togglePublish, ({ viewer, params, body }) =>
    togglePublish(context, viewer, { productId: params.id, isDeleted: body.isDeleted }),
  )
  route(shopEndpoints.productFile, async ({ params, request, reply }) =>
    sendFile(await openProductFile(context, params.id, { as: 'inline' }), { request, reply }),
  )
}
