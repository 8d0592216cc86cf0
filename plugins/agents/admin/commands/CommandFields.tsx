import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FolderDialog, Icon, usePermissions, useRead } from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { SelectInput, TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { commandTypes, isMachineCommand } from '../model.js'
import { commandIcon } from './icons.js'
import type { CommandForm } from './command_form.js'

/** The command, with its path and asset folder. */
export function CommandFields() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.form.${key}`, values)
  const agentId = useWatch<CommandForm, 'agentId'>({ name: 'agentId' })
  const type = useWatch<CommandForm, 'commandType'>({ name: 'commandType' })
  const { data: agent } = useRead<DesktopAgent>(['desktop-agents', agentId], {
    enabled: Boolean(agentId),
  })
  const needsNoPath = isMachineCommand(type)
  const [folder, ...others] = agent?.folders ?? []
  const allowed = !agent
    ? undefined
    : folder === undefined
      ? text('noFolders')
      : others.length === 0
        ? text('allowed', { folder })
        : text('allowedMore', { folder, smart_count: others.length })
  return (
    <>
      <SelectInput
        source="commandType"
        label={text('type')}
        choices={commandTypes
          .filter((id) => !agent || agent.capabilities.includes(id))
          .map((id) => ({ id, name: translate(`agents.type.${id}`) }))}
        optionText={(choice: { id: string; name: string }) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <Icon icon={commandIcon(choice.id)} />
            {choice.name}
          </Box>
        )}
        validate={required(text('typeNeeded'))}
      />
      <TextInput
        key={needsNoPath ? 'free' : 'needed'}
        source="parameters.path"
        label={text('path')}
        helperText={needsNoPath ? text('noPath') : allowed}
        validate={needsNoPath ? undefined : required(text('pathNeeded'))}
        autoComplete="off"
      />
      {type === 'sync_folder' ? (
        <SelectInput
          source="parameters.action"
          label={text('action')}
          helperText={text('direction')}
          emptyText={text('optional')}
          choices={['upload', 'download'].map((id) => ({ id, name: text(id) }))}
        />
      ) : (
        <TextInput
          source="parameters.action"
          label={text('action')}
          helperText={text('actionHint')}
          placeholder={text('optional')}
          autoComplete="off"
        />
      )}
      {type && !needsNoPath && <AssetFolder name={agent?.machineName ?? '…'} />}
    </>
  )
}

function AssetFolder({ name }: { name: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.form.${key}`, values)
  const canSee = usePermissions().can('assets.read')
  const [isChoosing, setChoosing] = useState(false)
  const { setValue } = useFormContext()
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextInput
        source="parameters.folder"
        label={text('folder')}
        helperText={text('folderHint', { name })}
        validate={(value?: string) =>
          value && !value.startsWith('/') ? text('folderWrong') : undefined
        }
        autoComplete="off"
      />
      {canSee && (
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
          onChoose={(path) => setValue('parameters.folder', path, { shouldDirty: true })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Box>
  )
}
