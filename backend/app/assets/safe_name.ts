import { invalid } from '@crossdock/kernel/http'

const MAX_BYTES = 255

/**
 * The name as it is stored: Unicode NFC, so that the same name typed on two systems is one name.
 * @throws Problem 422 for a name that no folder on a disk could bear.
 */
export function safeName(given: string, field: string = 'name'): string {
  const name = given.normalize('NFC')
  const refuse = (why: string) => invalid(field, `"${shown(name)}" cannot be a name: ${why}.`)
  if (name.trim() === '') throw invalid(field, 'A name is required.')
  if (name === '.' || name === '..') throw refuse('it stands for a folder itself')
  if (/[/\\]/.test(name)) throw refuse('"/" and "\\" separate folders')
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) throw refuse('it holds control characters')
  if (!name.isWellFormed()) throw refuse('it holds half a character')
  const bytes = Buffer.byteLength(name)
  if (bytes > MAX_BYTES) throw refuse(`it has ${bytes} bytes, and at most ${MAX_BYTES} are allowed`)
  return name
}

function shown(name: string): string {
  // eslint-disable-next-line no-control-regex
  const visible = name.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
  return visible.length > 60 ? `${visible.slice(0, 60)}…` : visible
}
