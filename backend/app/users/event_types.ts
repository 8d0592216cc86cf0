import { text } from '@crossdock/kernel/ground'
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
  several: { sentence: (_, count) => text('Invited {count} people', { count }) },
})

export const invitationResent = defineEvent('user_invitation_resent', {
  ...common,
  description: 'An invitation was sent again',
  payload: vine.object(person),
  activity: ({ email }) => text('Invited {email} again', { email }),
  several: { sentence: (_, count) => text('Invited {count} people again', { count }) },
})

export const userUpdated = defineEvent('user_updated', {
  ...common,
  description: 'The name or the role of a person was changed',
  payload: vine.object({
    ...person,
    previousRole: vine.string().nullable().meta({ description: 'null: the role did not change.' }),
  }),
  activity: ({ email, role, previousRole }) =>
    previousRole === null
      ? text('Changed the name of {email}', { email })
      : text('Changed the role of {email} from {previousRole} to {role}', {
          email,
          previousRole,
          role,
        }),
  several: {
    alike: ({ previousRole }) => (previousRole === null ? 'name' : 'role'),
    sentence: ({ previousRole }, count) =>
      previousRole === null
        ? text('Changed the names of {count} people', { count })
        : text('Changed the roles of {count} people', { count }),
  },
})

export const profileChanged = defineEvent('profile_changed', {
  description: 'A person changed their own name',
  permission: usersRead,
  payload: vine.object({ email: vine.string() }),
  activity: ({ email }) => text('{email} changed their name', { email }),
})

export const userDeactivated = defineEvent('user_deactivated', {
  ...common,
  description: 'A person was deactivated: their sessions and tokens ended',
  payload: vine.object(person),
  activity: ({ email }) => text('Deactivated {email}', { email }),
  several: { sentence: (_, count) => text('Deactivated {count} people', { count }) },
})

export const userReactivated = defineEvent('user_reactivated', {
  ...common,
  description: 'A person was reactivated',
  payload: vine.object(person),
  activity: ({ email }) => text('Reactivated {email}', { email }),
  several: { sentence: (_, count) => text('Reactivated {count} people', { count }) },
})

export const userRemoved = defineEvent('user_removed', {
  ...common,
  description: 'A person was removed; their data has a new owner',
  payload: vine.object({
    ...person,
    successorId: vine.string().nullable(),
    successor: vine
      .string()
      .nullable()
      .meta({ description: 'Address of the new owner of their data.' }),
  }),
  activity: ({ email, successor }) =>
    successor === null
      ? text('Removed {email}', { email })
      : text('Removed {email} and gave their data to {successor}', { email, successor }),
  several: { sentence: (_, count) => text('Removed {count} people', { count }) },
})

export const usersImported = defineEvent('users_imported', {
  ...common,
  description: 'People of an import were added; each changed person has an event of their own',
  payload: vine.object({ invited: vine.number() }),
})

export const userImportCompleted = defineEvent('user_import_completed', {
  description: 'An import of people finished',
  permission: usersRead,
  payload: vine.object({ invited: vine.number(), changed: vine.number() }),
  activity: ({ invited, changed }) =>
    text('Imported people: {invited} added, {changed} changed', { invited, changed }),
})

export const userImportFailed = defineEvent('user_import_failed', {
  description: 'An import of people stopped before its last row',
  permission: usersRead,
  payload: vine.object({
    done: vine.number().meta({ description: 'Completed rows. Their changes stay.' }),
    total: vine.number().meta({ description: 'Rows of the file that were read.' }),
  }),
  activity: ({ done, total }) =>
    text('The import of people stopped after {done} of {total} rows', { done, total }),
})

export const userJoined = defineEvent('user_joined', {
  description: 'A person without an invitation was added at their first single sign-on',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string(), role: vine.string() }),
  activity: ({ email, role }) => text('{email} joined as {role}', { email, role }),
})

export const userRoleMapped = defineEvent('user_role_mapped', {
  description: 'A person got another role from their identity provider',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string(), role: vine.string() }),
  activity: ({ email, role }) => text('{email} is {role} now, by single sign-on', { email, role }),
})

/** All event types of people. */
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
