import type { Input } from '@crossdock/kernel/http'
import { inviteUser } from '../actions/invite_user.js'
import { listUsers } from '../queries/users.js'
import type { createUserValidator } from '../validators/user.js'

export default class UsersController {
  index({ list }: Input) {
    return listUsers(list)
  }

  store({ body }: Input<typeof createUserValidator>) {
    const { email, firstName, lastName, role = 'user' } = body
    return inviteUser({ email, firstName, lastName, role })
  }
}
