import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FolderDialog, Icon, usePermissions } from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TextArrayInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'

/** Folders by path: chosen in the tree, or typed. A typed folder need not exist yet. */
export function FolderPathsInput({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const canSee = usePermissions().can('assets.read')
  const [isChoosing, setChoosing] = useState(false)
  const { setValue } = useFormContext()
  const paths = asList(useWatch({ name: source }))
  const set = (next: readonly string[]) =>
    setValue(source, [...new Set(next)], { shouldDirty: true, shouldValidate: true })
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextArrayInput
        source={source}
        label={text('folderPaths')}
        helperText={text('folderPathsHint')}
        format={asList}
        onChange={(_event: unknown, next: string[]) =>
          // Names may contain commas, so only newly typed text is split.
          set(next.flatMap((path) => (paths.includes(path) ? [path] : asList(path))))
        }
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
          onChoose={(path) => set([...paths, path])}
          onClose={() => setChoosing(false)}
        />
      )}
    </Box>
  )
}

const asList = (value: unknown): string[] =>
  Array.isArray(value)
    ? (value as string[])
    : typeof value === 'string'
      ? value
          .split(',')
          .map((path) => path.trim())
          .filter(Boolean)
      : []
