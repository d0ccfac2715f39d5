/** When groups usually meet. What they hold are meetings like all others. */
import { module } from '../../resource/module.ts'
import { meetInCells } from './demo.ts'
import { setUsualTime } from './usual-time.ts'

export const groupMeetingsModule = module({
  name: 'group-meetings',
  switch: 'groups',
  title: 'Groups',
  resources: [],
  actions: [setUsualTime],
  demo: meetInCells,
})
