import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FolderDialog, Icon, usePermissions, useRead } from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { SelectInput, TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { endTypes, type EndType, type SideName } from '../model.js'
import { endIcons } from '../pieces/end_icons.js'
import { AgentInput, SystemInput } from './choosers.js'

/** One end of a contract: its type, its computer or system, and the folder there. */
export function EndFields({ side }: { side: SideName }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const type = useWatch({ name: `${side}Type` }) as EndType
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, minWidth: 0 }}>
      <SelectInput
        source={`${side}Type`}
        // An option is always selected, so the field is not marked as required.
        label={<span>{text(`${side}Type`)}</span>}
        choices={endTypes.map((id) => ({ id, name: translate(`sync.type.${id}`) }))}
        optionText={({ id, name }: { id: EndType; name: string }) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <Icon icon={endIcons[id]} />
            {name}
          </Box>
        )}
        validate={required()}
      />
      {type === 'local_folder' && <AgentInput source={`${side}Config.clientId`} />}
      {type === 'external_system' && <SystemInput source={`${side}Config.systemId`} />}
      <PathInput key={type} side={side} type={type} />
    </Box>
  )
}

function PathInput({ side, type }: { side: SideName; type: EndType }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const canSee = usePermissions().can('assets.read')
  const [isChoosing, setChoosing] = useState(false)
  const { setValue } = useFormContext()
  const hint = useFolderHint(side, type)
  const source = `${side}Config.path`
  const isAssets = type === 'asset_folder'
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextInput
        source={source}
        label={text(`${side}Path`)}
        helperText={hint}
        placeholder={text(`example.${type}`)}
        validate={[
          required(text(`${side}PathNeeded`)),
          (value?: string) =>
            isAssets && value && !value.startsWith('/') ? text('slashNeeded') : undefined,
        ]}
        autoComplete="off"
        spellCheck={false}
      />
      {isAssets && canSee && (
        <Button
          size="small"
          startIcon={<Icon icon={FolderOpen} />}
          onClick={() => setChoosing(true)}
          sx={{ mt: 0.5 }}
        >
          {text('chooseFolder')}
        </Button>
      )}
      {isChoosing && (
        <FolderDialog
          onChoose={(path) => setValue(source, path, { shouldDirty: true, shouldValidate: true })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Box>
  )
}

/** Information about the folder: the folders that the computer allows, or that a missing one is created. */
function useFolderHint(side: SideName, type: EndType): string | undefined {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const agentId = useWatch({ name: `${side}Config.clientId` }) as string | null
  const path = (useWatch({ name: `${side}Config.path` }) as string | null) ?? ''
  const canSee = usePermissions().can('agents.read')
  const { data: agent } = useRead<DesktopAgent>(['desktop-agents', agentId ?? ''], {
    enabled: type === 'local_folder' && canSee && Boolean(agentId),
  })
  if (type === 'asset_folder') return text('folderMade')
  if (type === 'external_system') return text('systemPath')
  if (!agent) return undefined
  const [folder, ...others] = agent.folders
  if (folder === undefined) return text('noFolders')
  if (isWhole(path) && !agent.folders.some((one) => isWithin(path, one)))
    return text('notAllowed', { folders: agent.folders.join(', ') })
  return others.length === 0
    ? text('allowed', { folder })
    : text('allowedMore', { folder, smart_count: others.length })
}

const isWhole = (path: string) => /^(\/|[A-Za-z]:[\\/]).+/.test(path)

/** Whether a path is an allowed folder or below one. Windows ignores case. */
function isWithin(path: string, folder: string): boolean {
  const isWindows = folder.includes('\\')
  const written = (one: string) =>
    `${isWindows ? one.replaceAll('/', '\\').toLowerCase() : one}${isWindows ? '\\' : '/'}`
  return written(path).startsWith(written(folder.replace(/[\\/]+$/, '')))
}
