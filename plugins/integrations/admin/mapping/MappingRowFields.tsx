import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Icon, mono } from '@crossdock/admin/kit'
import { ArrowLeft, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { KeyboardEvent } from 'react'
import { TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { MappingWarning } from './MappingWarning.js'
import { newRow, type MappingRow } from './rows.js'
import { SourceInput } from './SourceInput.js'
import type { Sources } from './use_sources.js'
import { useRowRules } from './use_row_rules.js'

/** Server messages about a row. */
export interface RowMessages {
  problem?: string
  warning?: string
}

interface MappingRowFieldsProps {
  /** Form path of the row: `mappingRows.0`. */
  source: string
  sources: Sources
  said: (row: MappingRow) => RowMessages
  /** Moves to the next row. */
  onNext: () => void
  onRemove: () => void
}

/** One row: the request field and its source. Enter moves on instead of submitting the form. */
export function MappingRowFields(props: MappingRowFieldsProps) {
  const { source, sources, said, onNext, onRemove } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.mapping.${key}`, values)
  const row = (useWatch({ name: source }) as MappingRow | undefined) ?? newRow()
  const rules = useRowRules(source)
  const { problem, warning } = said(row)
  const goOn = (event: KeyboardEvent<HTMLElement>) => {
    // The list of sources handles its own Enter.
    if (event.key !== 'Enter' || event.defaultPrevented) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const [target, from] = event.currentTarget.querySelectorAll('input')
    if (event.target === target) from?.focus()
    else onNext()
  }
  return (
    <Box
      component="li"
      onKeyDown={goOn}
      sx={{
        display: 'grid',
        columnGap: 0.75,
        rowGap: 0.75,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) 30px',
          sm: 'minmax(0, 5fr) 16px minmax(0, 7fr) 30px',
        },
        gridTemplateAreas: {
          xs: '"target remove" "from from"',
          sm: '"target arrow from remove"',
        },
      }}
    >
      <Box sx={{ gridArea: 'target' }}>
        <TextInput
          source={`${source}.target`}
          label={false}
          parse={(value: string) => value}
          validate={rules.target}
          placeholder={text('targetPlaceholder')}
          autoComplete="off"
          slotProps={{
            htmlInput: {
              'aria-label': text('target'),
              autoCapitalize: 'none',
              spellCheck: false,
              style: { fontFamily: mono, fontSize: '0.8125rem' },
            },
          }}
        />
      </Box>
      <Box
        aria-hidden
        sx={{
          gridArea: 'arrow',
          display: { xs: 'none', sm: 'grid' },
          placeItems: 'center',
          height: 36,
          color: 'text.secondary',
        }}
      >
        <Icon icon={ArrowLeft} size={14} />
      </Box>
      <Box sx={{ gridArea: 'from', minWidth: 0, pl: { xs: 2, sm: 0 } }}>
        <SourceInput
          source={`${source}.from`}
          target={row.target}
          known={sources.known}
          validate={rules.from}
          problem={problem}
          hint={warning && <MappingWarning>{warning}</MappingWarning>}
        />
      </Box>
      <IconButton
        size="small"
        aria-label={text('remove', { target: row.target || text('newField') })}
        onClick={onRemove}
        sx={{ gridArea: 'remove', mt: '3px' }}
      >
        <Icon icon={X} />
      </IconButton>
    </Box>
  )
}
