import { invalid, type Problem } from '../ground/problem.js'
import { beginningOf, text } from '../ground/text.js'

/** What upload libraries of browsers (Uppy, Dropzone) and HTML forms send beside a file without being asked. */
const ofUploaders = new Set([
  ...['name', 'filename', 'fileName', 'type', 'filetype', 'fileType', 'mimeType', 'size'],
  ...['relativePath', 'webkitRelativePath', 'fullPath'],
  ...['lastModified', 'lastModifiedDate', '_charset_'],
])

/** A field that says of the file what is known of it anyway: it is passed over. */
export const isOfUploaders = (name: string): boolean => ofUploaders.has(name)

/** Refuses a field of a form and names those that it may have. */
export function unknownField(name: string, known: readonly string[]): Problem {
  const choices = known.filter((one) => one !== 'tenantId').join(', ')
  const given = { name: beginningOf(name, mostSaid), choices }
  const meant = meantBy(name, known)
  return invalid(
    given.name,
    meant
      ? text('There is no field "{name}" here. Did you mean "{meant}"? Known: {choices}.', {
          ...given,
          meant,
        })
      : text('There is no field "{name}" here. Known: {choices}.', given)
  )
}

const mostSaid = 200

/** The name among those known that is written with the same letters: `parentId` for `parent_ID`. */
export const meantBy = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => letters(one) === letters(name))

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
