import { operation } from '@crossdock/kernel/http'
import { exportedUsers } from './queries/export_users.js'
import { importRowList } from './queries/imports.js'
import { userList } from './queries/users.js'
import { showUsers } from './transformers/user.js'
import {
  importAnswer,
  importForm,
  importRowAnswer,
  importUsersBody,
  importUsersQuery,
} from './validators/imports.js'
import {
  belongingsAnswer,
  createUserValidator,
  invitationsAnswer,
  inviteUsersBody,
  removeUserQuery,
  updateUserBody,
  userResponse,
} from './validators/user.js'
import { preferencesAnswer, setPreferencesBody } from './validators/preferences.js'
import { profileAnswer, profileBody } from './validators/profile.js'
import { usersRead, usersWrite } from './contracts/index.js'

const user = { response: userResponse, show: showUsers }
const people = () => import('./controllers/users_controller.js')
const imports = () => import('./controllers/imports_controller.js')

const profile = () => import('./controllers/profile_controller.js')

const read = { permission: usersRead }
const write = { permission: usersWrite }

export default [
  operation(
    'GET /users',
    {
      summary: 'List the people of the tenant',
      description:
        '`pending` people were invited or imported and have never signed in. `after` and `before` filter by the last sign-in.',
      ...read,
      list: userList,
      ...user,
    },
    people,
    'index'
  ),
  operation(
    'POST /users',
    {
      summary: 'Invite a person',
      proof: 'fresh',
      description:
        'Adds the person with a role that has no permissions beyond yours, and mails an invitation with a sign-in link. Limits per tenant: 20 in 10 minutes and 100 a day. An address that many organizations invite on one day gets only the first 20 mails; the person is still added.',
      ...write,
      body: createUserValidator,
      ...user,
      status: 201,
      location: '/api/users/{id}',
    },
    people,
    'store'
  ),
  operation(
    'POST /users/invitations',
    {
      summary: 'Invite several people',
      proof: 'fresh',
      description:
        'Takes at most 100 addresses with one role, and answers with the result for each. A wrong address does not affect the others. The limits of POST /users apply: addresses beyond them are not added.',
      ...write,
      body: inviteUsersBody,
      response: invitationsAnswer,
    },
    people,
    'invite'
  ),
  operation(
    'GET /users/export',
    {
      summary: 'Download the people of the tenant as CSV',
      description:
        'The people of GET /users for the same filters, by address, at most 100,000. The header X-Complete is false if there are more. Texts that a spreadsheet would read as a formula begin with an apostrophe, which an import removes.',
      ...read,
      list: exportedUsers,
    },
    people,
    'export'
  ),
  operation(
    'POST /users/import',
    {
      summary: 'Import people from CSV',
      proof: 'fresh',
      description:
        'A multipart form with the file (at most 16 MiB, 100,000 people), or JSON { csv } up to 1 MiB. The first line names the columns: email, firstName, lastName, role, isActive. New people are added as pending; they get a mail only with invite=true and within the limits of invitations. Existing people are changed where a cell is not empty. With dryRun=true it only computes what each row would do (GET /users/imports/{id}/rows) and waits for POST /users/imports/{id}/run. The answer comes before the file is read: poll GET /users/imports/{id} until its state is neither reading nor running. Imports are deleted after a day.',
      ...write,
      query: importUsersQuery,
      body: importUsersBody,
      streams: { 'multipart/form-data': importForm },
      response: importAnswer,
      status: 201,
      location: '/api/users/imports/{id}',
    },
    imports,
    'store'
  ),
  operation(
    'GET /users/imports/{id}',
    { summary: 'Show the progress of an import of people', ...write, response: importAnswer },
    imports,
    'show'
  ),
  operation(
    'GET /users/imports/{id}/rows',
    {
      summary: 'List the rows of an import with their results',
      ...write,
      list: importRowList,
      response: importRowAnswer,
    },
    imports,
    'rows'
  ),
  operation(
    'POST /users/imports/{id}/run',
    {
      summary: 'Run an import that was only checked',
      proof: 'fresh',
      ...write,
      refusals: [409],
      response: importAnswer,
    },
    imports,
    'run'
  ),
  operation('GET /users/{id}', { summary: 'Show a person', ...read, ...user }, people, 'show'),
  operation(
    'PUT /users/{id}',
    {
      summary: 'Change a person, deactivate or reactivate them',
      proof: 'fresh',
      description:
        'Takes all or some of the fields; the address cannot change. isActive=false ends sessions and tokens immediately. You cannot change people with permissions that you do not hold, or give roles with them. The only active administrator cannot be deactivated or get another role.',
      ...write,
      refusals: [409],
      body: updateUserBody,
      ...user,
    },
    people,
    'update'
  ),
  operation(
    'DELETE /users/{id}',
    {
      summary: 'Remove a person',
      proof: 'fresh',
      description:
        'Removes sessions, tokens and preferences too. Their data (GET /users/{id}/belongings) goes to the user with the id in successor. Without a successor the request fails if there is any.',
      ...write,
      refusals: [409],
      query: removeUserQuery,
    },
    people,
    'destroy'
  ),
  operation(
    'GET /users/{id}/belongings',
    {
      summary: 'List the data that needs a new owner when a person is removed',
      description: 'Counts up to 1,000 of each kind.',
      ...write,
      response: belongingsAnswer,
    },
    people,
    'belongings'
  ),
  operation(
    'POST /users/{id}/resend',
    {
      summary: 'Invite a pending person again',
      description: 'The limits of POST /users apply.',
      ...write,
      refusals: [409],
      ...user,
    },
    people,
    'resend'
  ),
  operation(
    'GET /settings/profile',
    {
      summary: 'Show your profile',
      description:
        'For people, and for tokens with all permissions of their owner. `language` and `timeZone` are null while the browser decides.',
      access: 'session',
      response: profileAnswer,
    },
    profile,
    'show'
  ),
  operation(
    'PUT /settings/profile',
    {
      summary: 'Change your name, language, time zone and appearance',
      description:
        'Takes all or some of the fields. `language` is a language of the installation, `timeZone` one of the IANA database (`Europe/Berlin`). null removes them, and names too. The address cannot change.',
      access: 'session',
      body: profileBody,
      response: profileAnswer,
    },
    profile,
    'update'
  ),
  operation(
    'PUT /me/preferences',
    {
      summary: 'Store your settings of the console',
      description:
        'Views, columns, language, theme and other settings, by key; `GET /auth/me` returns them. Each value is replaced as a whole, null removes it, and other keys stay. At most 200 keys, 16 KiB of JSON each and 128 KiB in total. For people only: a token has none.',
      access: 'session',
      body: setPreferencesBody,
      maxBytes: 256 * 1024,
      response: preferencesAnswer,
    },
    () => import('./controllers/preferences_controller.js'),
    'update'
  ),
]
