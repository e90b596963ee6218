// Keys and news. Everything on the pages works without this script.
(function () {
  "use strict";
  var body = document.body, area = body.dataset.area;

  // Keys: an element names its own in data-key, as it stands on it.
  function named(e) {
    var out = "";
    if (e.ctrlKey || e.metaKey) { out += "Strg+"; }
    if (e.altKey) { out += "Alt+"; }
    if (e.shiftKey && (e.key.length > 1 || e.ctrlKey || e.metaKey)) { out += "Umschalt+"; }
    if (e.altKey && /^Digit\d$/.test(e.code)) { return out + e.code.slice(5); }
    var names = { ArrowDown: "Ab", ArrowUp: "Auf", PageDown: "Bild Ab", PageUp: "Bild Auf" };
    return out + (names[e.key] || (e.key.length === 1 ? e.key.toUpperCase() : e.key));
  }
  function typing(el) {
    return el && (el.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName)) && !/^(checkbox|radio|submit|button)$/.test(el.type || "");
  }
  document.addEventListener("keydown", function (e) {
    if (e.defaultPrevented || e.isComposing) { return; }
    var key = named(e), letter = e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey;
    if (letter && (body.dataset.letters !== "on" || typing(e.target))) { return; }
    var all = document.querySelectorAll("[data-key]");
    for (var i = 0; i < all.length; i++) {
      if (all[i].dataset.key.toUpperCase() !== key.toUpperCase() || all[i].disabled) { continue; }
      e.preventDefault();
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(all[i].tagName) && !/^(submit|button|radio|checkbox)$/.test(all[i].type)) { all[i].focus(); } else { all[i].click(); }
      return;
    }
  });

  function say(text, id) {
    var el = document.getElementById(id || "say");
    el.textContent = text;
    return el;
  }

  // News: what is marked "live" is read anew when something has changed. What has the
  // focus is left alone, so that nobody loses the place.
  var asking = false, again = false;
  function refresh() {
    if (asking) { again = true; return; }
    asking = true;
    fetch(location.href, { headers: { "X-Live": "1" }, credentials: "same-origin" }).then(function (r) {
      if (r.redirected && body.dataset.waits === "on") { location.replace(r.url + "#message"); return ""; }
      return r.ok ? r.text() : "";
    }).then(function (text) {
      if (!text) { return; }
      var page = new DOMParser().parseFromString(text, "text/html"), changed = false;
      document.querySelectorAll(".live").forEach(function (now) {
        var next = page.getElementById(now.id);
        if (!next || next.innerHTML === now.innerHTML || now.contains(document.activeElement)) { return; }
        var stamp = now.querySelector(".stamp"), other = next.querySelector(".stamp");
        changed = changed || !!stamp && !!other && stamp.textContent !== other.textContent;
        now.replaceChildren.apply(now, Array.prototype.slice.call(next.childNodes).map(function (n) { return document.importNode(n, true); }));
      });
      var old = document.getElementById("message"), fresh = page.getElementById("message");
      if (old && fresh && old.textContent.trim() !== fresh.textContent.trim()) {
        old.className = fresh.className;
        old.replaceChildren.apply(old, Array.prototype.slice.call(fresh.childNodes).map(function (n) { return document.importNode(n, true); }));
        say(fresh.textContent.trim());
      } else if (changed) { say(body.dataset.changed); }
    }).catch(function () { }).finally(function () {
      asking = false;
      if (again) { again = false; setTimeout(refresh, 1000); }
    });
  }

  function warn(seconds) {
    var el = document.getElementById("alarm");
    if (!seconds) { el.classList.remove("shown"); el.textContent = ""; return; }
    if (el.classList.contains("shown")) { return; }
    var stay = document.createElement("button");
    stay.type = "button";
    stay.textContent = body.dataset.stay;
    stay.addEventListener("click", function () {
      fetch(area + "session", { credentials: "same-origin" }).then(function () { warn(0); });
    });
    el.classList.add("shown");
    el.textContent = body.dataset.warn + " ";
    el.appendChild(stay);
  }

  if (window.EventSource) {
    var line = new EventSource(area + "events");
    line.addEventListener("change", function () { if (body.dataset.live === "on") { refresh(); } });
    // What ended before this line was open is told by nobody.
    line.addEventListener("open", function () { if (body.dataset.waits === "on") { refresh(); } });
    line.addEventListener("beat", function (e) { warn(e.data ? Number(e.data) : 0); });
    line.addEventListener("over", function () {
      line.close();
      say(body.dataset.over, "alarm").classList.add("shown");
    });
  }
})();
