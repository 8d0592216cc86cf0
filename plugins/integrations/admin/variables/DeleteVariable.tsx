import type { EnvironmentVariable } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { DeleteDialog, PlainDialog, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { UseLink } from './UseLink.js'

interface DeleteVariableProps {
  /** API path of the environment's variables, below /api. */
  path: string
  variable: EnvironmentVariable
  onClose: () => void
}

/** Asks for confirmation and deletes a variable. A used variable cannot be deleted, and its uses are listed. */
export default function DeleteVariable({ path, variable, onClose }: DeleteVariableProps) {
  const translate = useTranslate()
  const { name } = variable
  const text = (key: string, values?: object) =>
    translate(`integrations.variables.${key}`, { name, ...values })
  // Read the variable again: the list on screen may not show recent uses.
  const { data: now = variable } = useRead<EnvironmentVariable>(`${path}/${variable.id}`)
  if (now.useCount === 0) {
    return (
      <DeleteDialog
        title={text('confirmDelete.title')}
        description={text(now.isSecret ? 'confirmDelete.secret' : 'confirmDelete.text')}
        confirmLabel={text('confirmDelete.confirm')}
        path={`${path}/${variable.id}`}
        invalidates={[path]}
        deleted={text('deleted')}
        failed={text('deleteFailed')}
        onClose={onClose}
      />
    )
  }
  const more = now.useCount - now.usedBy.length
  return (
    <PlainDialog
      title={text('inUse.title')}
      description={text('inUse.text')}
      onClose={onClose}
      footer={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {text('inUse.close')}
        </Button>
      }
    >
      <Box component="ul" sx={{ m: 0, px: 3, pl: 5, pb: 3 }}>
        {now.usedBy.map((use) => (
          <li key={use.id}>
            {translate(`integrations.variables.use.${use.type}`, { _: use.type })}{' '}
            <UseLink use={use} />
          </li>
        ))}
        {more > 0 && <li>{text('more', { smart_count: more })}</li>}
      </Box>
    </PlainDialog>
  )
}
