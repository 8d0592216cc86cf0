import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatDate, formatInteger, mono, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { SyncContract } from '../model.js'
import { useEndName } from '../pieces/use_end_name.js'
import { useContractTexts } from '../pieces/use_contract_texts.js'

/** The rules of the contract. */
export function Rules({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.rules.${key}`, values)
  const { scheduleText } = useContractTexts()
  const endName = useEndName()
  const { syncRules: rules, conflictResolution, bandwidth, createdAt, createdBy, sides } = contract
  const time = formatDate(createdAt)
  return (
    <Section title={text('title')}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
        <Line label={text('direction')}>
          {rules.bidirectional
            ? translate('sync.direction.both')
            : text('to', { name: endName(sides.target) })}
        </Line>
        <Line label={text('fileTypes')}>{rules.fileTypes.join(', ') || text('allTypes')}</Line>
        <Line label={text('excludePatterns')} isMono={rules.excludePatterns.length > 0}>
          {rules.excludePatterns.join(', ') || text('none')}
        </Line>
        {rules.folders.length > 0 && (
          <Line label={text('folders')} isMono>
            {rules.folders.join(', ')}
          </Line>
        )}
        <Line label={text('conflictResolution')}>
          {translate(`sync.option.${conflictResolution}`)}
        </Line>
        <Line label={text('deletions')}>
          {!rules.deletes
            ? text('addsOnly')
            : rules.maxDeletions === null
              ? text('neverStops')
              : text('stopAbove', {
                  count: formatInteger(rules.maxDeletions),
                  percent: rules.maxDeletionPercent,
                })}
        </Line>
        <Line label={text('schedule')}>{scheduleText(contract)}</Line>
        <Line label={text('bandwidth')}>
          {bandwidth.length === 0
            ? text('noLimit')
            : bandwidth.map(({ from, to, kbps }) => (
                <div key={`${from}-${to}`}>
                  {text('limit', { from, to, rate: formatInteger(kbps) })}
                </div>
              ))}
        </Line>
        <Line label={text('created')}>
          {createdBy ? text('createdBy', { time, name: createdBy }) : time}
        </Line>
      </Box>
    </Section>
  )
}

interface LineProps {
  label: string
  isMono?: boolean
  children: ReactNode
}

const Line = ({ label, isMono, children }: LineProps) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    <Typography component="dt" variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
      {label}
    </Typography>
    <Typography
      component="dd"
      variant="body2"
      sx={{
        m: 0,
        textAlign: 'right',
        overflowWrap: 'anywhere',
        minWidth: 0,
        ...(isMono && { fontFamily: mono, fontSize: '0.78125rem' }),
      }}
    >
      {children}
    </Typography>
  </Box>
)
