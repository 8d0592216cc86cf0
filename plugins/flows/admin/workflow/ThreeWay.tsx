import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { Badge, CodeBlock, PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import {
  differences,
  mergeContents,
  defaultSide,
  type Content,
  type Difference,
  type Side,
} from './three_way.js'
import { usePartName } from './use_part_name.js'

interface ThreeWayProps {
  base: Content
  mine: Content
  theirs: Content
  /** The author of the other state: a person, or the other window. */
  who: string
  title: string
  onApply: (content: Content) => void
  onClose: () => void
}

/**
 * Compares two states of a workflow with their common base. The person picks one side for each part that
 * differs; nothing changes before Apply.
 */
export default function ThreeWay({
  base,
  mine,
  theirs,
  who,
  title,
  onApply,
  onClose,
}: ThreeWayProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.merge.${key}`, values)
  const all = differences(base, mine, theirs)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = (part: string): Side => {
    const difference = all.find((one) => one.part === part)
    return chosen[part] ?? (difference ? defaultSide(difference) : 'mine')
  }
  return (
    <PlainDialog
      title={title}
      description={text(all.length === 0 ? 'same' : 'text', { who })}
      maxWidth="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button variant="contained" onClick={() => onApply(mergeContents(mine, theirs, sideOf))}>
            {text('apply')}
          </Button>
        </>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 3, pb: 3, pt: 0 }}>
        {all.map((difference) => (
          <Part
            key={difference.part}
            difference={difference}
            who={who}
            side={sideOf(difference.part)}
            onChoose={(side) => setChosen({ ...chosen, [difference.part]: side })}
          />
        ))}
      </Box>
    </PlainDialog>
  )
}

interface PartProps {
  difference: Difference
  who: string
  side: Side
  onChoose: (side: Side) => void
}

function Part({ difference, who, side, onChoose }: PartProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.merge.${key}`, values)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const title = usePartName()(difference)
  const { by, base, mine, theirs } = difference
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography id={id} sx={{ fontWeight: 500, flex: '1 1 160px', overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Badge variant={by === 'both' ? 'warning' : 'secondary'}>{text(`by.${by}`, { who })}</Badge>
      </Box>
      <RadioGroup
        row
        aria-labelledby={id}
        value={side}
        onChange={(_, value) => onChoose(value as Side)}
      >
        <FormControlLabel
          value="mine"
          control={<Radio size="small" />}
          label={text(mine === undefined ? 'mineGone' : 'mine')}
        />
        <FormControlLabel
          value="theirs"
          control={<Radio size="small" />}
          label={text(theirs === undefined ? 'theirsGone' : 'theirs', { who })}
        />
      </RadioGroup>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text(isOpen ? 'hide' : 'see')}
      </Button>
      {isOpen && (
        <Box
          sx={{
            display: 'grid',
            gap: 1,
            mt: 1,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          }}
        >
          {(
            [
              ['base', base],
              ['mine', mine],
              ['theirs', theirs],
            ] as const
          ).map(([word, data]) => (
            <div key={word}>
              <Typography variant="body2" color="textSecondary">
                {text(`column.${word}`, { who })}
              </Typography>
              <CodeBlock
                label={`${title}: ${text(`column.${word}`, { who })}`}
                data={data ?? text('absent')}
              />
            </div>
          ))}
        </Box>
      )}
    </Box>
  )
}
