import { UserImportPiece } from '../models/user_import_piece.js'

const pieceLength = 256 * 1024

/** Stores the bytes of a file until it is read. */
export async function keepFile(importId: string, bytes: Buffer): Promise<void> {
  for (let place = 0; place * pieceLength < bytes.length; place++) {
    const from = place * pieceLength
    const piece = bytes.subarray(from, from + pieceLength)
    await UserImportPiece.create({ importId, place, bytes: piece })
  }
}

export async function keptFile(importId: string): Promise<Buffer> {
  const pieces = await UserImportPiece.query().where('import_id', importId).orderBy('place')
  return Buffer.concat(pieces.map(({ bytes }) => bytes))
}

export async function dropFile(importId: string): Promise<void> {
  await UserImportPiece.query().where('import_id', importId).delete()
}
