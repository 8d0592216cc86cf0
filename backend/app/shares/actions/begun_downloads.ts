import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { begunHours, hourMs } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { countDownload } from './count_use.js'

/**
 * One counted download may send the file this many times, because broken downloads restart and players seek.
 * The server cannot recognize a broken download: the connection accepts more bytes than arrive.
 */
const timesTheFile = 2

const table = 'share_downloads'

/** Counted downloads from before this time cannot continue. */
export const begunSince = (): string =>
  new Date(Date.parse(now()) - begunHours * hourMs).toISOString()

/** A request for bytes. */
export interface BytesRequest {
  file: { id: string; name: string; size: number }
  /** Bytes to send. */
  length: number
  /** The counted download that continues; null for a new one. */
  begunId: string | null
}

/**
 * Reserves bytes of the download that continues. If it has too few left, counts a new download. Call it
 * before sending, so that concurrent requests cannot exceed the limit.
 * @returns the id of the download
 * @throws Problem 404 when the link allows no further download
 */
export function reserveBytes(share: Share, wanted: BytesRequest): Promise<string> {
  return transaction(async () => {
    if (wanted.begunId !== null && (await reserveMore(wanted.begunId, share, wanted.length))) {
      return wanted.begunId
    }
    const { file, length } = wanted
    await countDownload(share, file)
    const id = newId()
    const bytes_left = timesTheFile * file.size - length
    await insertMissing(table, [{ id, share_id: share.id, bytes_left }])
    return id
  })
}

/** Whether a counted download may send more bytes. */
export async function hasBytesLeft(id: string, share: Share): Promise<boolean> {
  return (await openDownload(id, share).where('bytes_left', '>', 0).select('id').first()) !== null
}

/** Returns reserved bytes that were not sent. */
export async function returnBytes(id: string, length: number): Promise<void> {
  await tenantTable(table).where('id', id).update(addToBytesLeft(length))
}

async function reserveMore(id: string, share: Share, length: number): Promise<boolean> {
  const left = openDownload(id, share).where('bytes_left', '>=', length)
  return Number(await left.update(addToBytesLeft(-length))) > 0
}

const openDownload = (id: string, share: Share) =>
  tenantTable(table).where({ id, share_id: share.id }).where('created_at', '>', begunSince())

const addToBytesLeft = (bytes: number) => ({
  bytes_left: unscoped().raw('bytes_left + ?', [bytes]),
})
