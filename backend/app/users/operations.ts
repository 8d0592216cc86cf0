import { operation } from '@crossdock/kernel/http'
import { userList } from './queries/users.js'
import { showUsers } from './transformers/user.js'
import { createUserValidator, userResponse } from './validators/user.js'
import { preferencesAnswer, setPreferencesBody } from './validators/preferences.js'
import { usersRead, usersWrite } from './contracts/index.js'

const user = { response: userResponse, show: showUsers }
const controller = () => import('./controllers/users_controller.js')

export default [
  operation(
    'GET /users',
    {
      summary: 'List the people of the tenant',
      permission: usersRead,
      list: userList,
      ...user,
    },
    controller,
    'index'
  ),
  operation(
    'POST /users',
    {
      summary: 'Invite a person',
      description:
        'Adds the person with a role that may do no more than you, and mails an invitation with a sign-in link. At most 20 in 10 minutes and 100 a day in one tenant. An address that many organizations invite on one day gets the first 20 mails; the person is added all the same.',
      permission: usersWrite,
      body: createUserValidator,
      ...user,
      status: 201,
    },
    controller,
    'store'
  ),
  operation(
    'PUT /me/preferences',
    {
      summary: 'Keep what you set in the console',
      description:
        'Views, columns, language, theme and the like, by key; `GET /auth/me` brings them. Each key is replaced as a whole, null takes it away, and keys that are not named stay. At most 200 keys, 16 KiB of JSON each and 128 KiB in all. For people only: a token has none.',
      access: 'session',
      body: setPreferencesBody,
      maxBytes: 256 * 1024,
      response: preferencesAnswer,
    },
    () => import('./controllers/preferences_controller.js'),
    'update'
  ),
]
