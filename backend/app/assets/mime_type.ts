import { extname } from 'node:path'
import { Mime } from 'mime/lite'
import otherTypes from 'mime/types/other.js'
import standardTypes from 'mime/types/standard.js'

const UNKNOWN = 'application/octet-stream'

/**
 * For clients that do not tell (programs mostly send octet-stream). Before what is registered stand our own: source
 * code is likelier here than an MPEG stream, and `.edi` may be either of two standards, both of them text.
 */
const byExtension = new Mime(standardTypes, otherTypes).define(
  {
    'application/vnd.apache.parquet': ['parquet'],
    'text/plain': ['edi'],
    'text/typescript': ['ts'],
  },
  true
)

/** What stands for "nothing was told": what programs send mostly, and what a part of a form without a type is by RFC 7578. */
const unsaid = [UNKNOWN, 'text/plain']

/** The type a file is kept with: the client's word when it gives one, else what the name suggests. */
export function mimeTypeOf(name: string, given: string): string {
  const type = given.toLowerCase()
  const told = type.length <= 255 && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : UNKNOWN
  return unsaid.includes(told) ? (byExtension.getType(extname(name)) ?? told) : told
}
