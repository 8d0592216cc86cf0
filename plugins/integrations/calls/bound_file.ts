import { assetLibrary, type FolderAbove } from '@crossdock/backend/assets'
import { Problem } from '@crossdock/kernel/ground'
import type { Call, CallValues } from '../contracts/index.js'
import type { SystemFolderBinding } from '../models/system_folder_binding.js'
import { boundFolders } from './bound_folders.js'
import { CallRefused } from '../placeholders/call_refused.js'
import { sampleFile } from './sample_file.js'
import { isVisible } from './visibility.js'

type InCall = NonNullable<CallValues['file']>
type Endpoint = Call['endpoint']
type System = Pick<Call['system'], 'id' | 'name'>

/**
 * Prepares an endpoint for a call about a file: checks whether the folder bindings allow the file, and adds the
 * folder's mapping if the endpoint has no file mapping. Every call and preview uses this function.
 * @throws CallRefused if the bindings do not allow the file
 */
export async function endpointForFile(
  system: System,
  endpoint: Endpoint,
  file: CallValues['file']
): Promise<Endpoint> {
  if (file === null || file.id === sampleFile.id) return endpoint
  const bindings = await boundFolders(system.id)
  if (bindings === null) return endpoint
  const { fileMetadata } = (await bindingFor(system, bindings, file)).transformationConfig
  const { name, path, method, requestSchema, responseSchema, fieldMapping } = endpoint
  if (!fileMetadata || Object.keys(fieldMapping.fileMetadata ?? {}).length > 0) return endpoint
  const mapping = { ...fieldMapping, fileMetadata }
  return { name, path, method, requestSchema, responseSchema, fieldMapping: mapping }
}

/**
 * Finds the binding that allows a system to receive the file. If there are several, the binding of the nearest
 * folder counts.
 * @throws CallRefused
 */
async function bindingFor(
  system: System,
  bindings: readonly SystemFolderBinding[],
  file: InCall
): Promise<SystemFolderBinding> {
  const refused = (why: string) =>
    new CallRefused(`${system.name} may not have "${nameOf(file)}": ${why}`)
  const above = await foldersAbove(String(file.id))
  if (above === null) throw refused('it was permanently deleted, so its folder is unknown.')
  const trashed = above.find(({ trashedAt }) => trashedAt !== null)
  if (trashed) {
    throw refused(`its folder "${trashed.name}" is in the trash. Restore the folder.`)
  }
  const bound = placesOf(file, above).flatMap(({ id, name }) => {
    const binding = bindings.find(({ assetId }) => assetId === id)
    return binding ? [{ binding, against: reasonAgainst(binding, name, system, file) }] : []
  })
  const found = bound.find(({ against }) => against === null)
  if (found) return found.binding
  throw refused(
    bound[0]?.against ??
      `it is not in a folder that ${system.name} is bound to. Move it there, or bind ${system.name} to its folder.`
  )
}

/**
 * Returns the folders of a file, nearest first. For a folder that is not in the trash, they include the folder
 * itself.
 */
function placesOf(file: InCall, above: FolderAbove[]): Pick<FolderAbove, 'id' | 'name'>[] {
  const isPlace = file.type === 'folder' && file.trashedAt === null
  const own = isPlace ? [{ id: String(file.id), name: nameOf(file) }] : []
  return [...own, ...above.toReversed()]
}

function reasonAgainst(
  { isActive, permissions, visibilityRules }: SystemFolderBinding,
  folder: string,
  system: System,
  file: InCall
): string | null {
  const binding = `the binding of ${system.name} to the folder "${folder}"`
  if (!isActive) return `${binding} is inactive. Activate it.`
  if (!permissions.includes('read')) return `${binding} is not for reading. Let it read.`
  const { mimeType, size } = file
  const seen = {
    name: nameOf(file),
    mimeType: typeof mimeType === 'string' ? mimeType : null,
    size: typeof size === 'number' ? size : 0,
  }
  return isVisible(visibilityRules, seen)
    ? null
    : `the rules of ${binding} hide it. Change them, or call ${system.name} for other files only.`
}

const nameOf = ({ name, id }: InCall): string => (typeof name === 'string' ? name : String(id))

/** Returns the folders of a file, from the top; null if one of them was permanently deleted. */
async function foldersAbove(id: string): Promise<FolderAbove[] | null> {
  try {
    return await assetLibrary.use().folders(id)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}
