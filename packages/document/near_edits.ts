import { EditMap } from "micromark-util-edit-map";
import type { Event } from "micromark-util-types";

const consumeAll = EditMap.prototype.consume;

/**
 * micromark copies every event of the text so far whenever it closes a quote or underlines a heading, so that a
 * quarter of a megabyte of either would hold a server for minutes. What comes before the first edit stays where it is.
 */
EditMap.prototype.consume = function consumeNear(events: Event[]): undefined {
  if (this.map.length === 0) return;
  const start = Math.min(...this.map.map(([at]) => at));
  const tail = events.splice(start);
  for (const edit of this.map) edit[0] -= start;
  consumeAll.call(this, tail);
  for (const event of tail) events.push(event);
};
