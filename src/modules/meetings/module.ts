/** Meetings and their attendance, which every church has. */
import { module } from '../../resource/module.ts'
import { attendances } from './attendances.ts'
import { jobsOf } from './clock.ts'
import { headcounts } from './headcounts.ts'
import { markPerson, setCategories, undoMark } from './mark-actions.ts'
import { cancelMeeting, closeMeeting, doneCounting, reopenMeeting, revokeLinks } from './meeting-actions.ts'
import { meetings } from './meetings.ts'
import { attendedBy } from './merge.ts'
import { endSchedule, resumeSchedule, schedules } from './schedules.ts'
import { attendanceRecorded } from './tell.ts'

export const meetingsModule = module({
  name: 'core',
  title: 'Meetings',
  group: 'Sunday',
  core: true,
  resources: [meetings, attendances, headcounts, schedules],
  actions: [
    doneCounting,
    closeMeeting,
    reopenMeeting,
    cancelMeeting,
    revokeLinks,
    markPerson,
    undoMark,
    setCategories,
    endSchedule,
    resumeSchedule,
  ],
  events: [attendanceRecorded],
  namesPeople: { moved: [attendedBy] },
  serve: parts => ({ jobs: jobsOf(parts) }),
})
