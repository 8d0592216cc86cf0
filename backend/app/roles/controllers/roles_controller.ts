import { transaction } from '@crossdock/kernel/database'
import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createRole } from '../actions/create_role.js'
import { deleteRole } from '../actions/delete_role.js'
import { updateRole } from '../actions/update_role.js'
import { listRoles, showRole } from '../queries/roles.js'
import type { createRoleBody, deleteRoleQuery, updateRoleBody } from '../validators/role.js'

export default class RolesController {
  index({ list, http }: Input) {
    return listRoles(list, new Reader(http))
  }

  show({ params, http }: ItemInput) {
    return showRole(params.id, new Reader(http))
  }

  store({ body, http }: Input<typeof createRoleBody>) {
    // Read the answer before the commit: a read that fails after it would hide that the role is stored.
    return transaction(async () => {
      const { id } = await createRole(body)
      return showRole(id, new Reader(http))
    })
  }

  update({ params, body, http }: ItemInput<typeof updateRoleBody>) {
    return transaction(async () => {
      const { id } = await updateRole(params.id, body)
      return showRole(id, new Reader(http))
    })
  }

  destroy({ params, query }: ItemInput<undefined, typeof deleteRoleQuery>) {
    return deleteRole(params.id, query.replacement)
  }
}
