import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FolderDialog, Icon } from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'

/** Selects the folder of a new binding in the tree. The folder of an existing binding cannot change. */
export function FolderInput({ isFixed }: { isFixed: boolean }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.bindings.form.${key}`)
  const [isChoosing, setChoosing] = useState(false)
  const { setValue } = useFormContext()
  const choose = (path: string, id: string) => {
    setValue('assetId', id, { shouldDirty: true })
    setValue('assetPath', path, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextInput
        source="assetPath"
        label={text('folder')}
        helperText={text(isFixed ? 'folderStays' : 'folderHint')}
        validate={required(text('folderRequired'))}
        readOnly
      />
      {!isFixed && (
        <Button
          size="small"
          startIcon={<Icon icon={FolderOpen} />}
          onClick={() => setChoosing(true)}
          sx={{ mt: 0.5 }}
        >
          {text('chooseFolder')}
        </Button>
      )}
      {isChoosing && <FolderDialog onChoose={choose} onClose={() => setChoosing(false)} />}
    </Box>
  )
}
