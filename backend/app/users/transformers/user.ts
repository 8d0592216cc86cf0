import { answerOf, type Row } from '@crossdock/kernel/http'
import type { User } from '../models/user.js'
import { statusOf } from '../user_status.js'
import { userResponse } from '../validators/user.js'

/** People as the directory shows them. */
export const showUsers = (users: Row<User>[]) =>
  users.map((user) => answerOf(userResponse, user, { status: statusOf(user) }))
