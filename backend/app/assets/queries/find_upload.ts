import { notFound } from '@crossdock/kernel/http'
import { now } from '@crossdock/kernel/database'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Upload } from '../models/upload.js'

/** An upload of the caller's that has not expired. @throws Problem 404 */
export async function findUpload(id: string): Promise<Upload> {
  const upload = await Upload.find(id)
  const isOwn = upload !== null && upload.userId === currentContext().actor.userId
  if (isOwn && upload.expiresAt > now()) return upload
  throw notFound('There is no upload with the id "{id}".', id)
}
