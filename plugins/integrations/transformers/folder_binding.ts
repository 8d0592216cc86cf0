import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { holds } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import type { SystemFolderBinding } from '../models/system_folder_binding.js'
import { bindingAnswer } from '../validators/folder_bindings.js'

/** Shows bindings in the API, with the names of their systems and folders. */
export async function showBindings(bindings: Row<SystemFolderBinding>[]) {
  const systems = await ExternalSystem.query()
    .whereIn('id', [...new Set(bindings.map(({ systemId }) => systemId))])
    .select('id', 'name')
  const names = new Map(systems.map(({ id, name }) => [id, name]))
  const paths = holds(assetsRead)
    ? await assetLibrary.use().paths(bindings.map(({ assetId }) => assetId))
    : new Map<string, string>()
  return bindings.map((binding) =>
    answerOf(bindingAnswer, binding, {
      systemName: names.get(binding.systemId) ?? '',
      assetPath: paths.get(binding.assetId) ?? null,
    })
  )
}
