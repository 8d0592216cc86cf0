import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { describePermissions } from '../queries/permissions.js'
import { permissionsOfPerson } from '../queries/person_permissions.js'

export default class PermissionsController {
  index({ http }: Input) {
    return describePermissions(new Reader(http))
  }

  ofPerson({ params, http }: ItemInput) {
    return permissionsOfPerson(params.id, new Reader(http))
  }
}
