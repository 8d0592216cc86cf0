import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { fromJsonText, Icon, toJsonText } from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useId, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { MappingRowFields, type RowMessages } from './MappingRowFields.js'
import { mappingOf, newRow, rowsOf, type MappingRow } from './rows.js'
import type { Sources } from './use_sources.js'

interface MappingTableProps {
  sources: Sources
  said: (row: MappingRow) => RowMessages
}

/** Edits the field mapping row by row. Focus follows added and removed rows. */
export function MappingTable({ sources, said }: MappingTableProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.mapping.${key}`)
  const id = useId()
  const { fields, append, remove } = useFieldArray({ name: 'mappingRows', keyName: 'key' })
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<number>()
  useSyncedText()
  useDuplicateCheck()

  useEffect(() => {
    if (focus === undefined) return
    const row = list.current?.children[focus]
    if (row) row.querySelector('input')?.focus()
    else addButton.current?.focus()
    setFocus(undefined)
  }, [focus, fields])

  const add = () => {
    append(newRow(), { shouldFocus: false })
    setFocus(fields.length)
  }
  const drop = (at: number) => {
    remove(at)
    setFocus(Math.min(at, fields.length - 2))
  }
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography
        id={id}
        sx={{ fontSize: '0.8125rem', fontWeight: 500, lineHeight: 1.4, mb: 0.75 }}
      >
        {translate('integrations.endpoints.form.mapping')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.25 }}>
        {text(fields.length === 0 ? 'none' : 'hint')}
      </Typography>
      <Box
        component="ul"
        ref={list}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'flex',
          flexDirection: 'column',
          gap: { xs: 2, sm: 1 },
        }}
      >
        {fields.map((field, at) => (
          <MappingRowFields
            key={field.key}
            source={`mappingRows.${at}`}
            sources={sources}
            said={said}
            onNext={() => (at === fields.length - 1 ? add() : setFocus(at + 1))}
            onRemove={() => drop(at)}
          />
        ))}
      </Box>
      <Button
        ref={addButton}
        size="small"
        variant="outlined"
        startIcon={<Icon icon={Plus} />}
        onClick={add}
        sx={{ mt: fields.length === 0 ? 0 : 1.25 }}
      >
        {text('add')}
      </Button>
      {sources.error && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {text('noSources')}
        </Typography>
      )}
    </Box>
  )
}

// Validates rows with errors again, because the duplicate of a row may have changed.
function useDuplicateCheck() {
  const { getFieldState, trigger } = useFormContext()
  const rows = useWatch({ name: 'mappingRows' }) as MappingRow[]
  useEffect(() => {
    const targets = rows.map((_row, at) => `mappingRows.${at}.target`)
    const refused = targets.filter((name) => getFieldState(name).error)
    if (refused.length > 0) void trigger(refused)
  }, [rows, getFieldState, trigger])
}

// Keeps the JSON text in sync with the rows, because the form sends the text. Text with equal content is not
// reformatted.
function useSyncedText() {
  const { getValues, setValue } = useFormContext()
  const rows = useWatch({ name: 'mappingRows' }) as MappingRow[]
  useEffect(() => {
    const written = rowsOf(fromJsonText(getValues('mappingText') as string))
    const next = toJsonText(mappingOf(rows))
    if (next !== toJsonText(mappingOf(written))) setValue('mappingText', next)
  }, [rows, getValues, setValue])
}
