import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { User } from '../models/user.js'
import { statusOf } from '../user_status.js'
import { userResponse } from '../validators/user.js'

/** People in the form of the directory. */
export const showUsers = (users: Row<User>[]) =>
  users.map((user) => answerOf(userResponse, user, { status: statusOf(user) }))
