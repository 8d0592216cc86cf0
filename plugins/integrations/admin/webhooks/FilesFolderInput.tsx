import type { Webhook } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FolderDialog, Icon, usePermissions } from '@crossdock/admin/kit'
import { FolderOpen, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'

/** The folder for files of forms, selected in the tree. Without one, forms with files are refused. */
export function FilesFolderInput() {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.form.${key}`)
  const canChoose = usePermissions().can('assets.write')
  const [isChoosing, setChoosing] = useState(false)
  const { setValue } = useFormContext()
  const isChosen = Boolean(useWatch({ name: 'filesFolder' }))
  const choose = (path: string, id: string) => {
    setValue('filesFolder', id, { shouldDirty: true })
    setValue('filesFolderPath', path, { shouldDirty: true })
  }
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextInput
        source="filesFolderPath"
        label={text('filesFolder')}
        helperText={text('filesFolderHint')}
        readOnly
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        {canChoose && (
          <Button
            size="small"
            startIcon={<Icon icon={FolderOpen} />}
            onClick={() => setChoosing(true)}
          >
            {text('chooseFolder')}
          </Button>
        )}
        {isChosen && (
          <Button size="small" startIcon={<Icon icon={X} />} onClick={() => choose('', '')}>
            {text('noFolder')}
          </Button>
        )}
      </Box>
      {isChoosing && <FolderDialog onChoose={choose} onClose={() => setChoosing(false)} />}
    </Box>
  )
}

/** The label of a folder; a deleted or hidden one has no path. */
export const folderShown = (
  { filesFolder, filesFolderPath }: Pick<Webhook, 'filesFolder' | 'filesFolderPath'>,
  hidden: string
): string => (filesFolder === null ? '' : (filesFolderPath ?? hidden))
