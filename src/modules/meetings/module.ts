/** Meetings and their attendance, which every church has. */
import { extending } from '../../resource/extension-point.ts'
import { module } from '../../resource/module.ts'
import { movedZones } from '../church/zone-of-branch.ts'
import { hiddenGroups } from '../groups/given-out.ts'
import { movedGroups } from '../groups/moved-groups.ts'
import { addToCount, setCount } from './add-to-count.ts'
import { attendances } from './attendances.ts'
import { categoriesView } from './categories-view.ts'
import { jobsOf } from './clock.ts'
import { countLinkView } from './count-link.ts'
import { countRoute } from './count-route.ts'
import { meetInDemo } from './demo.ts'
import { followBranch } from './follow-branch.ts'
import { followZone } from './follow-zone.ts'
import { headcounts } from './headcounts.ts'
import { endLinksOfMeetings } from './links-of-groups.ts'
import { madeBySchedules } from './make-meetings.ts'
import { markPerson, setCategories, undoMark } from './mark-actions.ts'
import { cancelMeeting, closeMeeting, doneCounting, reopenMeeting, revokeLinks } from './meeting-actions.ts'
import { meetings } from './meetings.ts'
import { attendedBy } from './merge.ts'
import { rollView } from './roll-view.ts'
import { endSchedule, resumeSchedule, schedules } from './schedules.ts'
import { takeBackCounts, takeBackMarks, takeBackMeetings } from './take-back.ts'
import { attendanceRecorded } from './tell.ts'
import { trendsView } from './trends-view.ts'

export const meetingsModule = module({
  name: 'meetings',
  title: 'Meetings',
  group: 'Sunday',
  resources: [meetings, attendances, headcounts, schedules],
  navigation: [
    { label: 'Attendance', path: '/attendance', icon: 'attendance', may: trendsView.name },
    meetings,
    schedules,
  ],
  atThumb: [{ label: 'Meetings', path: '/meetings', icon: 'attendance', may: 'meetings:read', rank: 75 }],
  actions: [
    doneCounting,
    closeMeeting,
    reopenMeeting,
    cancelMeeting,
    revokeLinks,
    markPerson,
    undoMark,
    addToCount,
    setCount,
    setCategories,
    endSchedule,
    resumeSchedule,
  ],
  events: [attendanceRecorded],
  namesPeople: { moved: [attendedBy] },
  takesBack: [takeBackMarks, takeBackCounts, takeBackMeetings],
  views: [rollView, trendsView, countLinkView, categoriesView],
  makes: [madeBySchedules],
  extends: [
    extending(movedZones, followZone),
    extending(movedGroups, followBranch),
    extending(hiddenGroups, endLinksOfMeetings),
  ],
  demo: meetInDemo,
  serve: parts => ({ jobs: jobsOf(parts), publicRoutes: [countRoute(parts)] }),
})
