import { assetsWrite, assetTrees } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { conflict, missingPermission, text } from '@crossdock/kernel/ground'
import { holds } from '@crossdock/kernel/tenancy'
import { otherSide } from '@crossdock/sync-engine'
import { syncRuns } from '../contracts/runs.js'
import { findOpenContract, foldersAt } from '../queries/contracts.js'
import { findKept } from '../queries/records.js'
import { triggerByCaller } from './change_contract.js'
import { missingEndMessage } from './save_contract.js'

/**
 * Restores a version that sync overwrote or deleted, to its path in the contract's asset folder, with the
 * permissions of the caller. The next run copies the file to the other end.
 * @throws Problem 403, 404, 409 if neither end is an asset folder, or if a folder has the name
 */
export async function restoreKept(contractId: string, id: string) {
  const { path, side, contentHash: hash, size } = await findKept(contractId, id)
  if (!holds(assetsWrite)) throw missingPermission(assetsWrite)
  const contract = await findOpenContract(contractId)
  const root = foldersAt(contract, side) ?? foldersAt(contract, otherSide(side))
  if (!root) throw conflict('E_NO_ASSET_FOLDER', noAssetFolder)
  const names = [...root, ...path.split('/')]
  const name = names.pop()!
  const trees = assetTrees.use()
  const mimeType = await trees.typeOf(name, hash)
  return await transaction(async () => {
    const parentId = await trees.folderAt(names)
    const expected = await trees.fileIn(parentId, name)
    const order = { parentId, name, hash, size, mimeType, fileModifiedAt: null, expected }
    const { id: assetId, version } = await trees.put(order)
    if (contract.isActive && !missingEndMessage(contract))
      await syncRuns.use().request(contractId, 'manual', triggerByCaller())
    return { assetId, version, path: `/${[...names, name].join('/')}` }
  })
}

const noAssetFolder = text(
  'Neither end of the contract is an asset folder. Download the version, and put it back on the computer or system.'
)
