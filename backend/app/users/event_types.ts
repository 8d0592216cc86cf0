import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { usersRead } from './contracts/index.js'

const person = { email: vine.string(), role: vine.string() }

const common = { security: true, permission: usersRead } as const

export const userInvited = defineEvent('user_invited', {
  ...common,
  description: 'A person was invited',
  payload: vine.object(person),
  activity: ({ email, role }) => text('Invited {email} as {role}', { email, role }),
})

export const invitationResent = defineEvent('user_invitation_resent', {
  ...common,
  description: 'An invitation was sent again',
  payload: vine.object(person),
  activity: ({ email }) => text('Invited {email} once more', { email }),
})

export const userUpdated = defineEvent('user_updated', {
  ...common,
  description: 'The name or the role of a person was changed',
  payload: vine.object({
    ...person,
    previousRole: vine.string().nullable().meta({ description: 'null: the role is what it was.' }),
  }),
  activity: ({ email, role, previousRole }) =>
    previousRole === null
      ? text('Changed the name of {email}', { email })
      : text('Changed the role of {email} from {previousRole} to {role}', {
          email,
          previousRole,
          role,
        }),
})

export const profileChanged = defineEvent('profile_changed', {
  description: 'A person changed their own name',
  permission: usersRead,
  payload: vine.object({ email: vine.string() }),
  activity: ({ email }) => text('{email} changed their own name', { email }),
})

export const userDeactivated = defineEvent('user_deactivated', {
  ...common,
  description: 'A person was deactivated: sessions and tokens have ended',
  payload: vine.object(person),
  activity: ({ email }) => text('Deactivated {email}', { email }),
})

export const userReactivated = defineEvent('user_reactivated', {
  ...common,
  description: 'A person may enter again',
  payload: vine.object(person),
  activity: ({ email }) => text('Reactivated {email}', { email }),
})

export const userRemoved = defineEvent('user_removed', {
  ...common,
  description: 'A person was removed; what they owned belongs to somebody else',
  payload: vine.object({
    ...person,
    successorId: vine.string().nullable(),
    successor: vine
      .string()
      .nullable()
      .meta({ description: 'Address of who owns what was theirs.' }),
  }),
  activity: ({ email, successor }) =>
    successor === null
      ? text('Removed {email}', { email })
      : text('Removed {email}; what was theirs belongs to {successor}', { email, successor }),
})

export const usersImported = defineEvent('users_imported', {
  ...common,
  description: 'Some people of a file were added; who was changed by it has an event of their own',
  payload: vine.object({ invited: vine.number() }),
})

export const userImportCompleted = defineEvent('user_import_completed', {
  description: 'All people of a file were added or changed',
  permission: usersRead,
  payload: vine.object({ invited: vine.number(), changed: vine.number() }),
  activity: ({ invited, changed }) =>
    text('Imported people: {invited} added, {changed} changed', { invited, changed }),
})

export const userImportFailed = defineEvent('user_import_failed', {
  description: 'The work on a file of people ended before its last row',
  permission: usersRead,
  payload: vine.object({
    done: vine.number().meta({ description: 'Rows that were worked on. What they did stays.' }),
    total: vine.number().meta({ description: 'Rows of the file, as far as it was read.' }),
  }),
  activity: ({ done, total }) =>
    text('The import of people ended early: {done} of {total} rows were done', { done, total }),
})

export const userJoined = defineEvent('user_joined', {
  description: 'A person nobody invited was added as they first came in, by single sign-on',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string(), role: vine.string() }),
  activity: ({ email, role }) => text('{email} joined as {role}', { email, role }),
})

export const userRoleMapped = defineEvent('user_role_mapped', {
  description: 'A person was given another role by what their identity provider says',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string(), role: vine.string() }),
  activity: ({ email, role }) => text('{email} is {role} now, by single sign-on', { email, role }),
})

/** What happens to people. */
export const eventTypes = [
  userInvited,
  invitationResent,
  userUpdated,
  profileChanged,
  userDeactivated,
  userReactivated,
  userRemoved,
  usersImported,
  userImportCompleted,
  userImportFailed,
  userJoined,
  userRoleMapped,
]
