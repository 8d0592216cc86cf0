import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import {
  deleteContract,
  makePlan,
  setContractActive,
  previewContract,
  releaseRun,
  startSync,
  stopSync,
} from '../actions/change_contract.js'
import { restoreKept } from '../actions/restore_kept.js'
import { createContract, updateContract } from '../actions/save_contract.js'
import { syncRuns } from '../contracts/runs.js'
import {
  findContract,
  findOpenContract,
  listBindings,
  listContracts,
  syncStats,
} from '../queries/contracts.js'
import { findKept, listKept, listRuns, listSkipped, listTransfers } from '../queries/records.js'
import { showContracts, showExplanation, showPlan } from '../transformers/contract.js'
import { showRuns, showSkipped } from '../transformers/records.js'
import type {
  createContractBody,
  explainQuery,
  previewBody,
  releaseBody,
  updateContractBody,
} from '../validators/contract.js'
import { sendContent } from './send_content.js'
import { shownOne, shownPage } from './shown.js'

export default class ContractsController {
  index({ list, http }: Input) {
    return shownPage(http, showContracts, listContracts(list))
  }

  stats() {
    return syncStats()
  }

  bindings({ list }: Input) {
    return listBindings(list)
  }

  show({ params, http }: ItemInput) {
    return shownOne(http, showContracts, findContract(params.id))
  }

  store({ body, http }: Input<typeof createContractBody>) {
    return shownOne(http, showContracts, createContract(body))
  }

  update({ params, body, http }: ItemInput<typeof updateContractBody>) {
    return shownOne(http, showContracts, updateContract(params.id, body))
  }

  async destroy({ params }: ItemInput) {
    await deleteContract(params.id)
  }

  preview({ body }: Input<typeof previewBody>) {
    return previewContract(body)
  }

  sync({ params, http }: ItemInput) {
    return shownOne(http, showRuns, startSync(params.id))
  }

  pause({ params, http }: ItemInput) {
    return shownOne(http, showContracts, setContractActive(params.id, false))
  }

  resume({ params, http }: ItemInput) {
    return shownOne(http, showContracts, setContractActive(params.id, true))
  }

  stop({ params, http }: ItemInput) {
    return shownOne(http, showContracts, stopSync(params.id))
  }

  release({ params, body, http }: ItemInput<typeof releaseBody>) {
    return shownOne(http, showContracts, releaseRun(params.id, body))
  }

  runs({ params, list, http }: ItemInput) {
    return shownPage(http, showRuns, listRuns(params.id, list))
  }

  skipped({ params, list, http }: ItemInput) {
    return shownPage(http, showSkipped, listSkipped(params.id, list))
  }

  transfers({ params, list }: ItemInput) {
    return listTransfers(params.id, list)
  }

  async makePlan({ params, http }: ItemInput) {
    return showPlan(await makePlan(params.id), new Reader(http))
  }

  async plan({ params, http }: ItemInput) {
    await findOpenContract(params.id)
    return showPlan(await syncRuns.use().shownPlan(params.id), new Reader(http))
  }

  async explain({ params, query, http }: ItemInput<undefined, typeof explainQuery>) {
    await findOpenContract(params.id)
    const path = (query.path ?? '').split('/').filter(Boolean).join('/')
    return showExplanation(await syncRuns.use().explain(params.id, path), new Reader(http))
  }

  kept({ params, list }: ItemInput) {
    return listKept(params.id, list)
  }

  restoreKept({ params }: Input<undefined, undefined, 'id' | 'keptId'>) {
    return restoreKept(params.id, params.keptId)
  }

  async keptContent({ params, http }: Input<undefined, undefined, 'id' | 'keptId'>) {
    const { path, contentHash } = await findKept(params.id, params.keptId)
    return sendContent(http, { path, hash: contentHash })
  }
}
