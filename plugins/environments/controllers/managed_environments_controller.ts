import type { Input, ItemInput } from '@crossdock/kernel/http'
import { createEnvironment } from '../actions/create_environment.js'
import { deleteEnvironment } from '../actions/delete_environment.js'
import { restoreEnvironment } from '../actions/restore_environment.js'
import { updateEnvironment } from '../actions/update_environment.js'
import {
  findManaged,
  listManaged,
  summarize,
  withFigures,
} from '../queries/managed_environments.js'
import { listTemplates } from '../queries/templates.js'
import type {
  createEnvironmentBody,
  summaryQuery,
  updateEnvironmentBody,
} from '../validators/managed_environments.js'

/** Environments of all tenants, for the super administrator. */
export default class ManagedEnvironmentsController {
  index({ list }: Input) {
    return listManaged(list)
  }

  summary({ query }: Input<undefined, typeof summaryQuery>) {
    return summarize(query.tenantId || undefined)
  }

  templates() {
    return listTemplates()
  }

  async show({ params }: ItemInput) {
    return withFigures(await findManaged(params.id))
  }

  async store({ body }: Input<typeof createEnvironmentBody>) {
    return withFigures(await createEnvironment(body))
  }

  async update({ params, body }: ItemInput<typeof updateEnvironmentBody>) {
    return withFigures(await updateEnvironment(params.id, body))
  }

  destroy({ params }: ItemInput) {
    return deleteEnvironment(params.id)
  }

  async restore({ params }: ItemInput) {
    return withFigures(await restoreEnvironment(params.id))
  }
}
