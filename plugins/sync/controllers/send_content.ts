import type { HttpContext } from '@adonisjs/core/http'
import { assetsRead } from '@crossdock/backend/assets'
import { missingPermission, notFound } from '@crossdock/kernel/ground'
import { ContentNotFound, contentStore } from '@crossdock/kernel/storage'
import { holds } from '@crossdock/kernel/tenancy'

interface Version {
  path: string
  hash: string
}

/**
 * Sends the content of a kept version for download.
 * @throws Problem 403, 404
 */
export async function sendContent(
  { request, response }: HttpContext,
  { path, hash }: Version
): Promise<undefined> {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  const name = encodeURIComponent(path.split('/').at(-1) ?? '')
  response.header('content-type', 'application/octet-stream')
  response.header('content-disposition', `attachment; filename*=UTF-8''${name}`)
  response.header('cache-control', 'private, no-store')
  response.header('x-content-type-options', 'nosniff')
  if (request.method() === 'HEAD') {
    response.status(200).send('')
    return undefined
  }
  try {
    const content = await contentStore.use().read(hash)
    response.header('content-length', String(await contentStore.use().size(hash)))
    response.status(200).stream(content)
  } catch (error) {
    if (!(error instanceof ContentNotFound)) throw error
    throw notFound('The version "{id}" is not kept any more.', hash)
  }
  return undefined
}
