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
        'Pending is who was invited or imported and has never signed in; after and before are about when people signed in last.',
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
        'Adds the person with a role that may do no more than you, and mails an invitation with a sign-in link. At most 20 in 10 minutes and 100 a day in one tenant. An address that many organizations invite on one day gets the first 20 mails; the person is added all the same.',
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
        'At most 100 addresses with one role; tells of each what has become of it. What is wrong with one keeps no other out. The limits are those of POST /users: addresses beyond them are not added.',
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
        'The people GET /users gives for the same filters, by address, at most 100,000; the header X-Complete is false where there are more. What a spreadsheet would take for a formula has a quote before it, which an import takes off again.',
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
        'A multipart form with the file (at most 16 MiB, 100,000 people), or JSON { csv } up to 1 MiB. The first line names the columns: email, firstName, lastName, role, isActive. Who is not there is added, pending, with a mail only when invite=true and within the limits of inviting; who is there is changed where a cell is not empty. With dryRun=true it only tells what each row would do (GET /users/imports/{id}/rows) and waits for POST /users/imports/{id}/run. The answer comes before the file is read: follow GET /users/imports/{id} until its state is neither reading nor running. Kept for a day.',
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
    { summary: 'How far an import of people is', ...write, response: importAnswer },
    imports,
    'show'
  ),
  operation(
    'GET /users/imports/{id}/rows',
    {
      summary: 'What each row of an import will do, or has done',
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
        'Takes all or some of the fields; the address stays what it is. isActive=false ends sessions and tokens at once. Nobody changes who may do more than they, nor gives a role that may; the only active administrator stays one.',
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
        'With sessions, tokens and preferences. What they own (GET /users/{id}/belongings) goes to the user whose id is given as successor; without one it is refused where there is anything.',
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
      summary: 'What goes to somebody else when a person is removed',
      description: 'Of each kind up to 1,000 are counted.',
      ...write,
      response: belongingsAnswer,
    },
    people,
    'belongings'
  ),
  operation(
    'POST /users/{id}/resend',
    {
      summary: 'Invite a person who is pending once more',
      description: 'The limits are those of POST /users.',
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
      summary: 'Who you are, and how Crossdock shows itself to you',
      description:
        'Of the person, or of the owner of a token that may do all they may. `language` and `timeZone` are null as long as they are those of the browser.',
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
        'Takes all or some of the fields. `language` is one of the installation, `timeZone` one of the IANA database (`Europe/Berlin`); null takes either away, and a name too. The address stays what it is.',
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
