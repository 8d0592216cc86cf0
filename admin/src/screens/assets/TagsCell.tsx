import { Badge } from '@crossdock/admin/kit'
import { styled } from '@mui/material/styles'

const Line = styled('div')({
  display: 'flex',
  gap: 4,
  overflow: 'hidden',
  '& > *': { flex: 'none' },
})

/** The tags of a row on one line. The full list is in the title. */
export const TagsCell = ({ tags }: { tags: readonly string[] }) => (
  <Line title={tags.join(', ')}>
    {tags.map((tag) => (
      <Badge key={tag} variant="secondary">
        {tag}
      </Badge>
    ))}
  </Line>
)
