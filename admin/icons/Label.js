import { Tag } from 'lucide-react'
import { icon } from './icon.js'

export default icon(Tag)
