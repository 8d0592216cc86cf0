import { answerOf, type Row } from '@crossdock/kernel/http'
import type { User } from '../models/user.js'
import { userResponse } from '../validators/user.js'

/** A user as the directory shows them. */
export const showUser = (user: Row<User>) => answerOf(userResponse, user)
