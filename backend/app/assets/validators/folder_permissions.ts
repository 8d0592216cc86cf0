import { answerShape, word } from '@crossdock/kernel/http'
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
  everyone: word(['none', ...levels]),
  grants: vine.array(
    vine.object({
      kind: word(['user', 'role']),
      id: vine.string(),
      name: vine.string().nullable().meta({ description: 'of a person; `null` for roles' }),
      level: word(levels),
    })
  ),
})

export const folderPermissionsShape = answerShape('FolderPermissions', {
  ...rule(),
  mine: word(levels),
  inherited: vine
    .array(vine.object({ id: vine.string(), name: vine.string(), ...rule() }))
    .meta({ description: 'Of the folders it lies in, from the top, as far as they have any.' }),
})
