import { notFound } from '@crossdock/kernel/ground'
import { now } from '@crossdock/kernel/database'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Upload } from '../models/upload.js'

/** An upload of the caller's that has not expired. @throws Problem 404 */
export async function findUpload(id: string): Promise<Upload> {
  const upload = await ownUpload(id)
  if (upload) return upload
  throw notFound('There is no upload with the id "{id}".', id)
}

/** Whether `findUpload` finds the upload. @param id from the address, not yet validated */
export const hasUpload = async (id: string): Promise<boolean> =>
  /^[\w-]{1,36}$/.test(id) && (await ownUpload(id)) !== null

async function ownUpload(id: string): Promise<Upload | null> {
  const upload = await Upload.find(id)
  const isOwn = upload !== null && upload.userId === currentContext().actor.userId
  return isOwn && upload.expiresAt > now() ? upload : null
}
