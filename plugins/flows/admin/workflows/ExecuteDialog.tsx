import type { Workflow } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import {
  formatBytes,
  formatRelative,
  Icon,
  lazyPart,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  SearchField,
  useRead,
} from '@crossdock/admin/kit'
import { File } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { asksForInput } from './model.js'

const ExecuteWithInput = lazyPart(() => import('./ExecuteWithInput.js'))

interface FileChoice {
  id: string
  name: string
  size: number | null
  updatedAt: string
}

interface ExecuteDialogProps {
  workflow: Workflow
  isPending: boolean
  onExecute: (assetId: string) => void
  onClose: () => void
}

/** Chooses the file of a run, for steps that send or mark a file. Also asks for the workflow's input. */
export default function ExecuteDialog(props: ExecuteDialogProps) {
  const { workflow, onClose } = props
  if (!asksForInput(workflow)) return <FileChoiceForm {...props} />
  return <ExecuteWithInput workflow={workflow} asksFile onClose={onClose} />
}

function FileChoiceForm({ workflow, isPending, onExecute, onClose }: ExecuteDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`flows.workflows.executeOn.${key}`, values)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const files = useRead<FileChoice[]>('assets', {
    query: {
      filter: JSON.stringify({ type: 'file', ...(search && { search }) }),
      sort: '["updatedAt","DESC"]',
      range: '[0,49]',
    },
    keepPrevious: true,
  })
  return (
    <PlainDialog
      title={text('title', { name: workflow.name })}
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button
            variant="contained"
            disabled={!chosen || isPending}
            onClick={() => chosen && onExecute(chosen)}
          >
            {text('submit')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 3, pb: 1, pt: 0.5 }}>
        <SearchField autoFocus placeholder={text('search')} value={search} onChange={setSearch} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {text('hint')}
        </Typography>
      </Box>
      <Box sx={{ minHeight: 260 }}>
        <LoadedList
          plain
          read={files}
          skeleton={<RowsSkeleton rows={4} />}
          empty={
            <Typography color="textSecondary" sx={{ px: 3, py: 2 }}>
              {text(search ? 'none' : 'noFiles')}
            </Typography>
          }
        >
          {(items) => (
            <List aria-label={text('list')} disablePadding sx={{ px: 1.5, pb: 2 }}>
              {items.map(({ id, name, size, updatedAt }) => (
                <li key={id}>
                  <ListItemButton
                    aria-pressed={id === chosen}
                    selected={id === chosen}
                    onClick={() => setChosen(id)}
                    sx={{ gap: 1.25, borderRadius: '8px', px: 1.5, minHeight: 44 }}
                  >
                    <Icon icon={File} />
                    <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                      {name}
                    </Box>
                    <Typography component="span" variant="body2" color="textSecondary">
                      {formatBytes(size)} · {formatRelative(updatedAt)}
                    </Typography>
                  </ListItemButton>
                </li>
              ))}
            </List>
          )}
        </LoadedList>
      </Box>
    </PlainDialog>
  )
}
