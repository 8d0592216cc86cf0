import { invalid, type Problem } from '../../ground/problem.js'
import { beginningOf, text } from '../../ground/text.js'

/** Fields that browsers' upload libraries (Uppy, Dropzone) and HTML forms add to a file. */
const ofUploaders = new Set([
  'name',
  'filename',
  'fileName',
  'type',
  'filetype',
  'fileType',
  'mimeType',
  'size',
  'relativePath',
  'webkitRelativePath',
  'fullPath',
  'lastModified',
  'lastModifiedDate',
  '_charset_',
])

/** Whether the field only repeats known facts of the file. If so, it is ignored. */
export const isOfUploaders = (name: string): boolean => ofUploaders.has(name)

/** Returns the refusal of a form field, which lists the allowed ones. */
export function unknownField(name: string, known: readonly string[]): Problem {
  const choices = known.filter((one) => one !== 'tenantId').join(', ')
  const given = { name: beginningOf(name, maxShown), choices }
  const suggestion = suggestionFor(name, known)
  return invalid(
    given.name,
    suggestion
      ? text('There is no field "{name}" here. Did you mean "{meant}"? Known: {choices}.', {
          ...given,
          meant: suggestion,
        })
      : text('There is no field "{name}" here. Known: {choices}.', given)
  )
}

const maxShown = 200

/** Returns the known name with the same letters: `parentId` for `parent_ID`. */
export const suggestionFor = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => letters(one) === letters(name))

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
