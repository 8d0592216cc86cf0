import { answerShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const levels = ['read', 'write'] as const

/** People and roles that one folder names. */
const mostGrants = 100

export const folderPermissions = vine.create({
  everyone: vine.enum(['none', ...levels] as const),
  grants: vine
    .array(
      vine.object({
        kind: vine.enum(['user', 'role'] as const),
        id: vine.string().minLength(1).maxLength(100),
        level: vine.enum(levels),
      })
    )
    .maxLength(mostGrants),
})

const rule = () => ({
  everyone: openEnum(['none', ...levels]),
  grants: vine.array(
    vine.object({
      kind: openEnum(['user', 'role']),
      id: vine.string(),
      name: vine.string().nullable().meta({ description: 'name of the person; `null` for roles' }),
      level: openEnum(levels),
    })
  ),
})

export const folderPermissionsShape = answerShape('FolderPermissions', {
  ...rule(),
  mine: openEnum(levels),
  inherited: vine.array(vine.object({ id: vine.string(), name: vine.string(), ...rule() })).meta({
    description:
      'Permissions of the folders above it, from the top. Folders without permissions are left out.',
  }),
})
